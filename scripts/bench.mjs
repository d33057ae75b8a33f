/**
 * `npm run bench`: makes the product ready as `npm start` does, then measures it, or the one part that is named;
 * `npm run bench month` plays a month of 1,000 machines instead, `npm run bench ingest` hands in vends and audit files,
 * `npm run bench keys` asks for keys at 50 machines at once, `npm run bench reports` asks every report over a year of 10,000
 * machines, `npm run bench fiscal` registers a day of 10,000 machines at fiscal desks, `npm run bench pay` has a hundred customers look
 * at public pages, `npm run bench export` writes a million rows to files (both also of fewer machines), `npm run bench hostile`
 * attacks every call and form, `npm run bench alerts` plays outages and counts what a person is told, `npm run bench forecast` plays months of machines that run out. Fails when a request does, a bar is missed, or a total is not the simulator's own.
 */
import { runnerImport } from "vite";
import tsconfigPaths from "vite-tsconfig-paths";
import { wantBrowser } from "./lib/debian.mjs";
import { prepare, ROOT } from "./lib/prepare.mjs";

const [what, size] = process.argv.slice(2);

try {
  await prepare();
  wantBrowser();
  process.chdir(ROOT);
  const file =
    ["alerts", "month", "hostile", "ingest", "keys", "reports", "export", "fiscal", "forecast", "pay"].find(
      (name) => name === what,
    ) ?? "main";
  const { module } = await runnerImport(`${ROOT}/tests/bench/${file}.ts`, {
    root: ROOT,
    configFile: false,
    logLevel: "error",
    plugins: [tsconfigPaths()],
  });
  if (what === "alerts") await module.alerts();
  else if (what === "ingest") await module.ingest();
  else if (what === "keys") await module.keys();
  else if (what === "reports") await module.reports(size ? Number(size) : undefined);
  else if (what === "export") await module.exports(size ? Number(size) : undefined);
  else if (what === "fiscal") await module.fiscal(size ? Number(size) : undefined);
  else if (what === "pay") await module.pay();
  else if (what === "forecast") await module.forecast();
  else if (what === "month") await module.month(size ? Number(size) : undefined);
  else if (what === "hostile") await module.hostile(size ? Number(size) : undefined);
  else await module.bench(what);
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
