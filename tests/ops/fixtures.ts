import { spawnSync } from "node:child_process";
import { inject, test as base } from "vitest";
import { freshSettings, type Run, startProduct } from "./product";
import type {} from "./seed";

type Settings = Awaited<ReturnType<typeof freshSettings>>;

interface Fixtures {
  /** Settings with an empty data folder. */
  fresh: Settings;
  /** The same, and the demonstration is there already. */
  settings: Settings;
  /** Starts the product, or what `how` starts; what is still running after the test ends. */
  start(env: Record<string, string>, how?: (env: Record<string, string>) => Promise<Run>): Promise<Run>;
}

export const test = base.extend<Fixtures>({
  fresh: async ({}, use) => {
    const settings = await freshSettings();
    await use(settings);
    await settings.remove();
  },
  settings: async ({ fresh }, use) => {
    // The database's files belong to another account when the tests run as root.
    const copied = spawnSync("cp", ["-a", `${inject("seed")}/.`, fresh.env.DATA_DIR ?? ""], { encoding: "utf8" });
    if (copied.status !== 0) throw new Error(copied.stderr);
    await use(fresh);
  },

  start: async ({}, use) => {
    const started: Run[] = [];
    await use(async (env, how = startProduct) => {
      const product = await how(env);
      started.push(product);
      return product;
    });
    for (const product of started) product.process.kill("SIGTERM");
    await Promise.all(started.map(({ ended }) => ended));
  },
});
