/** `npm run bench`: makes the product ready as `npm start` does, then measures it. Fails when a request does or a bar is missed. */
import { runnerImport } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import { prepare, ROOT } from "./lib/prepare.mjs";

try {
  await prepare();
  process.chdir(ROOT);
  const { module } = await runnerImport(`${ROOT}/tests/bench/main.ts`, { root: ROOT, configFile: false, logLevel: "error", plugins: [tsconfigPaths()] });
  await module.bench();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
