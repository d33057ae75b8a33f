/**
 * `npm test`: from a fresh clone to a count. Installs and builds when needed (a browser and a PostgreSQL server too,
 * from Debian's packages), then checks types and style and runs the unit, API, process and browser tests.
 * All steps run even when one fails, so that one run tells everything.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { startDebianPostgres, wantBrowser, wantPostgres } from "./lib/debian.mjs";
import { prepare, ROOT } from "./lib/prepare.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "vending-run-"));
const count = { passed: 0, failed: 0 };
const broken = [];

try {
  wantBrowser();
  wantPostgres();
  await prepare();
  await runAll();
} catch (error) {
  broken.push(error.message);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
conclude();

async function runAll() {
  await step("types", ["node_modules/typescript/bin/tsc", "--noEmit"]);
  await step("format", ["node_modules/@biomejs/biome/bin/biome", "format", "."]);
  await step("lint", ["node_modules/eslint/bin/eslint.js", ".", "--max-warnings", "0"]);
  await vitest("unit and API tests, embedded database", []);
  const server = await startDebianPostgres(path.join(folder, "postgres"));
  await vitest("API tests, PostgreSQL server", ["--project", "api"], { TEST_DATABASE_URL: server.url });
  await server.stop();
  await vitest("process tests", ["--config", "tests/ops/vitest.config.ts"]);
  await playwright("browser tests");
}

async function vitest(title, args, env = {}) {
  const report = path.join(folder, `${title.replaceAll(/\W+/g, "-")}.json`);
  await step(
    title,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile=${report}`,
      ...args,
    ],
    env,
  );
  add(title, report, (told) => {
    // Told again at the end: what failed first is far above by then.
    for (const test of told.testResults.flatMap((file) => file.assertionResults)) {
      if (test.status === "failed") broken.push(`${test.fullName}: ${test.failureMessages.join("\n")}`);
    }
    return [told.numPassedTests, told.numFailedTests];
  });
}

/** A busy machine may miss a deadline once; a test that needs its second try is reported as flaky. */
async function playwright(title) {
  const report = path.join(folder, "browser.json");
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, VENDING_E2E_DATA: path.join(folder, "e2e") };
  await step(title, ["node_modules/@playwright/test/cli.js", "test", "--retries=1", "--reporter=list,json"], env);
  add(title, report, ({ stats }) => [stats.expected + stats.flaky, stats.unexpected]);
}

/** Shows the step's own output; its failure is told again at the end. */
async function step(title, args, env = {}) {
  console.log(`\n── ${title}`);
  const child = spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } });
  const [code, signal] = await once(child, "exit");
  if (code !== 0) broken.push(`${title}: ${signal ?? `code ${code}`}`);
}

function add(title, report, read) {
  let passed = 0;
  let failed = 0;
  try {
    [passed, failed] = read(JSON.parse(readFileSync(report, "utf8")));
  } catch {
    broken.push(`${title}: no report`);
  }
  if (passed + failed === 0) broken.push(`${title}: no tests`);
  count.passed += passed;
  count.failed += failed;
}

function conclude() {
  for (const reason of broken) console.error(`✗ ${reason}`);
  process.exitCode = broken.length > 0 || count.failed > 0 ? 1 : 0;
  console.log(`\n${count.passed} passed, ${count.failed} failed`);
}
