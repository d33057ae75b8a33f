import { fileURLToPath } from "node:url";
import tsconfigPaths from "vite-tsconfig-paths";
import { defineConfig } from "vitest/config";

/** Tests of the built product as processes: they start, stop and kill it. Run `npm run build` first. */
export default defineConfig({
  root: fileURLToPath(new URL("../..", import.meta.url)),
  plugins: [tsconfigPaths()],
  test: {
    name: "ops",
    include: ["tests/ops/**/*.test.ts"],
    globalSetup: "tests/ops/seed.ts",
    // They wait for each other's processes half of their time.
    maxWorkers: 2,
    // No test measures time: a busy machine may be slow.
    testTimeout: 900_000,
    hookTimeout: 900_000,
  },
});
