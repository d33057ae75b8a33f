/**
 * `npm test`: from a fresh clone to a count. Installs and builds when needed (a browser, a PostgreSQL server and a
 * movable clock too, from Debian's packages), then checks types and style and runs the unit, API, process and browser
 * tests. All steps run even when one fails, so that one run tells everything.
 */
import { readdirSync } from "node:fs";
import path from "node:path";
import { SOME_CLOCKS, underClock } from "./lib/clocks.mjs";
import { startDebianPostgres, wantBrowser, wantClock, wantPostgres } from "./lib/debian.mjs";
import { buildIfNeeded, checkNode, installIfNeeded, ROOT } from "./lib/prepare.mjs";
import { checkSources, conclude, place, playwright, sideBySide, vitest } from "./lib/steps.mjs";

await conclude(async () => {
  checkNode();
  const clock = wantClock();
  wantBrowser();
  wantPostgres();
  await installIfNeeded();
  await sideBySide(checkSources, buildIfNeeded);
  // Process tests and browser tests need the demonstration, and inventing it takes a minute.
  const demonstration = { VENDING_E2E_DATA: place("demonstration") };
  // The processes wait for each other half of their time: what keeps a core busy goes beside them.
  await sideBySide(
    () => vitest("process tests", ["--config", "tests/ops/vitest.config.ts"], demonstration),
    () => vitest("API tests, embedded database", ["--project", "api", "--maxWorkers=1"]),
    async () => {
      await vitest("unit tests", ["--project", "unit", "--maxWorkers=1"]);
      await onServer();
      await underClocks(clock);
    },
  );
  await playwright(
    "browser tests",
    readdirSync(path.join(ROOT, "tests/e2e")).filter((file) => file.endsWith(".spec.ts")),
    demonstration,
  );
});

async function onServer() {
  const server = await startDebianPostgres(place("postgres"));
  await vitest("API tests, PostgreSQL server", ["--project", "engine", "--maxWorkers=1"], {
    TEST_DATABASE_URL: server.url,
  });
  await server.stop();
}

async function underClocks(library) {
  for (const clock of SOME_CLOCKS)
    await vitest(`${clock} in Kyiv`, ["--project", "clock", "--maxWorkers=1"], underClock(library, clock));
}
