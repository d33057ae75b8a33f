import { expect, vi } from "vitest";
import { test } from "./fixtures";
import { processesOf, processOf, type Run, serviceOn } from "./product";
import { readIngredients, signIn, writeIngredient } from "./writer";

const KILLS = 12;
const WRITERS = 4;

test(`killed ${KILLS} times in the middle of writes, it loses no acknowledged write and opens each time`, async ({
  settings,
  start,
}) => {
  const startService = () => start(settings.env, (env) => serviceOn(settings.api, env));
  const acknowledged: string[] = [];
  let broken = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const running = await startService();
    const token = await signIn(settings.api);
    let alive = true;
    const before = acknowledged.length;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let number = 0; alive; number += 1) {
        const name = `kill ${round} ${writer} ${number}`;
        if (await writeIngredient(settings.api, token, name)) acknowledged.push(name);
        else broken += 1;
      }
    });
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + WRITERS + round), {
      timeout: 30_000,
      interval: 1,
    });
    killAll(running, settings.env, round % 2 === 0);
    alive = false;
    await Promise.all([...writers, running.ended]);
  }

  const service = await startService();
  const kept = await readIngredients(settings.api, await signIn(settings.api));
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
  expect(broken).toBeGreaterThan(0);
  service.process.kill("SIGTERM");
  await service.ended;
  expect(processesOf(settings.env)).toEqual([]);
});

/** Every other time with the database server, as when the machine itself goes down. */
function killAll(service: Run, env: Record<string, string>, withDatabase: boolean): void {
  const database = processOf(env, "/bin/postgres -D");
  service.process.kill("SIGKILL");
  if (withDatabase) process.kill(database, "SIGKILL");
}
