import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { freshSettings, processesOf, processOf, run, type Run } from "./product";
import { readIngredients, signIn, writeIngredient } from "./writer";

const KILLS = 20;
const WRITERS = 4;

let settings: Awaited<ReturnType<typeof freshSettings>>;
let service: Run | undefined;

beforeAll(async () => {
  settings = await freshSettings();
});

afterAll(async () => {
  service?.process.kill("SIGTERM");
  await service?.ended;
  expect(processesOf(settings.env)).toEqual([]);
  await settings.remove();
});

test(`killed ${KILLS} times in the middle of writes, it loses no acknowledged write and opens each time`, { timeout: 240_000 }, async () => {
  const acknowledged: string[] = [];
  let broken = 0;
  for (let round = 0; round < KILLS; round += 1) {
    const running = (service = await startService());
    const token = await signIn(settings.api);
    let alive = true;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      for (let number = 0; alive; number += 1) {
        const name = `kill ${round} ${writer} ${number}`;
        if (await writeIngredient(settings.api, token, name)) acknowledged.push(name);
        else broken += 1;
      }
    });
    await sleep(150 + 40 * (round % 8));
    killAll(running, round % 2 === 0);
    alive = false;
    await Promise.all([...writers, running.ended]);
  }

  service = await startService();
  const kept = await readIngredients(settings.api, await signIn(settings.api));
  expect(acknowledged.filter((name) => !kept.has(name))).toEqual([]);
  expect(acknowledged.length).toBeGreaterThan(KILLS * WRITERS);
  expect(broken).toBeGreaterThan(0);
});

/** Every other time with the database server, as when the machine itself goes down. */
function killAll(service: Run, withDatabase: boolean): void {
  const database = processOf(settings.env, "/bin/postgres -D");
  service.process.kill("SIGKILL");
  if (withDatabase) process.kill(database, "SIGKILL");
}

async function startService(): Promise<Run> {
  const started = run(["build/vending/main.js"], settings.env);
  while (!(await fetch(`${settings.api}/healthz`).catch(() => undefined))?.ok) {
    if (started.process.exitCode !== null) throw new Error(`It did not start: ${started.output()}`);
    await sleep(20);
  }
  return started;
}
