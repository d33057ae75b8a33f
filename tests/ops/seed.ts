import { freshSettings, startWithNpm } from "./product";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** A data folder in which the demonstration has been invented already; to be copied. */
    seed: string;
  }
}

/**
 * Invents the demonstration once: each test that needs one copies it, which takes a second instead of twenty. Browser
 * tests that come after go on from the same, where VENDING_E2E_DATA says that it stays.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const settings = await freshSettings(process.env.VENDING_E2E_DATA);
  const product = await startWithNpm(settings.env);
  product.process.kill("SIGTERM");
  await product.ended;
  project.provide("seed", settings.env.DATA_DIR ?? "");
  return settings.remove;
}
