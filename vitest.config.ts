import { existsSync } from "node:fs";
import { vanillaExtractPlugin } from "@vanilla-extract/vite-plugin";
import tsconfigPaths from "vite-tsconfig-paths";
import { defineConfig } from "vitest/config";
import { threads } from "./scripts/lib/threads";

/**
 * API tests whose outcome depends on the database's version and system (collations, plans, locks, notifications,
 * triggers), or on the hour and the day: sales, silence, deadlines, what a network does now.
 */
const ELSEWHERE = files("api", [
  ...["lists", "logistics", "notices", "placements", "recipes-of-sales", "socket", "telemetry"],
  ...["help-desk-rules", "statuses", "telemetry-commands", "telemetry-sales"],
]);

/** The server is read once for all files of a worker: that costs 5 s of a core, and each file has a database of its own. */
const database = { globalSetup: "tests/setup/database.ts", isolate: false };

export default defineConfig({
  plugins: [vanillaExtractPlugin(), tsconfigPaths(), threads],
  test: {
    // No test measures time: a busy machine may be slow.
    testTimeout: 400_000,
    // Inventing a demonstration takes a minute of a core, and minutes more beside two others.
    hookTimeout: 900_000,
    pool: "forks",
    setupFiles: "tests/setup/cases.ts",
    // No test's database has to outlive a power cut; tests/ops shows that the product's does.
    env: { PGOPTIONS: "-c synchronous_commit=off" },
    projects: [
      { extends: true, test: { name: "unit", include: ["tests/unit/**/*.test.{ts,tsx}"] } },
      { extends: true, test: { name: "api", include: ["tests/api/**/*.test.ts"], ...database } },
      { extends: true, test: { name: "elsewhere", include: ELSEWHERE, ...database } },
    ],
  },
});

/** Test files by name; one that is gone would be left out unseen. */
function files(folder: string, names: readonly string[]): string[] {
  return names.map((name) => {
    const file = `tests/${folder}/${name}.test.ts`;
    if (!existsSync(new URL(file, import.meta.url)))
      throw new Error(`${file} is named in vitest.config.ts and is gone`);
    return file;
  });
}
