/**
 * `npm test`: from a fresh clone to a count. Installs and builds when needed (a browser, a PostgreSQL server and a
 * movable clock too, from Debian's packages), then checks types and style and runs the unit, API, process and browser
 * tests. All steps run even when one fails, so that one run tells everything.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { SOME_CLOCKS, underClock } from "./lib/clocks.mjs";
import { startDebianPostgres, wantBrowser, wantClock, wantOtherBrowsers, wantPostgres } from "./lib/debian.mjs";
import { buildIfNeeded, checkNode, installIfNeeded, ROOT } from "./lib/prepare.mjs";
import { checkSources, conclude, place, playwright, sideBySide, vitest } from "./lib/steps.mjs";

const [serverClock, embeddedClock] = SOME_CLOCKS;

await conclude(async () => {
  checkNode();
  const clock = wantClock();
  wantBrowser();
  wantOtherBrowsers();
  wantPostgres();
  await installIfNeeded();
  await sideBySide(checkSources, buildIfNeeded);
  // Process tests and browser tests need the demonstration, and inventing it takes a minute.
  const demonstration = { VENDING_E2E_DATA: place("demonstration") };
  // The processes wait for each other half of their time: what keeps a core busy goes beside them.
  await sideBySide(
    () => vitest("process tests", ["--config", "tests/ops/vitest.config.ts"], demonstration),
    () =>
      vitest(
        `API tests, embedded database, ${embeddedClock} in Kyiv`,
        ["--project", "api", "--maxWorkers=2"],
        underClock(clock, embeddedClock),
      ),
    async () => {
      await vitest("unit tests", ["--project", "unit", "--maxWorkers=1"]);
      await onServer(underClock(clock, serverClock));
    },
  );
  await playwright(
    "browser tests",
    readdirSync(path.join(ROOT, "tests/e2e")).filter((file) => file.endsWith(".spec.ts")),
    demonstration,
  );
});

/** On another engine and on another day: most of what depends on the one depends on the other, too. */
async function onServer(moved) {
  const server = await startDebianPostgres(place("postgres"), moved);
  await vitest(`API tests, PostgreSQL server, ${serverClock} in Kyiv`, ["--project", "elsewhere", "--maxWorkers=1"], {
    TEST_DATABASE_URL: server.url,
    ...moved,
  });
  await server.stop();
}
