/** `npm run simulate`: plays a fleet of machines against a vending API; `--help` tells how. */
import { spawn } from "node:child_process";
import { prepare, ROOT } from "./lib/prepare.mjs";

try {
  await prepare();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const child = spawn(process.execPath, ["build/vending/simulate.js", ...process.argv.slice(2)], {
  cwd: ROOT,
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 1));
