/** Runs a command of the vending API, e.g. `npm run sales:rebuild`; the product may be running meanwhile. */
import { spawnSync } from "node:child_process";
import { prepare, ROOT } from "./lib/prepare.mjs";

try {
  await prepare();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const { status } = spawnSync(process.execPath, ["build/vending/main.js", ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
});
process.exit(status ?? 1);
