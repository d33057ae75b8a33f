/** Steps of a run: programs of ours, their tests counted, and what failed told again at the end. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { ROOT } from "./prepare.mjs";

const folder = mkdtempSync(path.join(tmpdir(), "vending-run-"));
const count = { passed: 0, failed: 0 };
const broken = [];
const took = [];

/** A new folder's path; it goes with the run. */
export const place = (name) => path.join(folder, name);

/** Does `work`, whatever it throws, then says how it went: every step's time, what broke, the count. */
export async function conclude(work) {
  try {
    await work();
  } catch (error) {
    broken.push(error.message);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`\n${took.map(([title, ms]) => `${(ms / 1_000).toFixed(0).padStart(5)} s  ${title}`).join("\n")}`);
  for (const reason of broken) console.error(`✗ ${reason}`);
  process.exitCode = broken.length > 0 || count.failed > 0 ? 1 : 0;
  console.log(`\n${count.passed} passed, ${count.failed} failed`);
}

/** Does side by side what does not depend on each other; fails when all of it has ended. */
export async function sideBySide(...works) {
  const ended = await Promise.allSettled(works.map((work) => work()));
  const failed = ended.find(({ status }) => status === "rejected");
  if (failed) throw failed.reason;
}

/** Runs a program of ours; each line that it says is told with its title, for others may run beside it. */
export async function step(title, args, env = {}) {
  const started = performance.now();
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  for (const input of [child.stdout, child.stderr])
    createInterface({ input }).on("line", (line) => console.log(`${title} │ ${line}`));
  const [code, signal] = await once(child, "close");
  took.push([title, performance.now() - started]);
  if (code !== 0) broken.push(`${title}: ${signal ?? `code ${code}`}`);
}

/** Types, layout and lint. */
export async function checkSources() {
  await step("types", ["node_modules/typescript-native/bin/tsc", "--noEmit"]);
  await step("format", ["node_modules/@biomejs/biome/bin/biome", "format", "."]);
  await step("lint", ["node_modules/oxlint/bin/oxlint", "-c", "oxlint.config.mjs", "--deny-warnings"]);
}

/** Tests by Vitest. */
export async function vitest(title, args, env = {}) {
  const report = place(`${title.replaceAll(/\W+/g, "-")}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile=${report}`];
  // The suites of a run read the same sources: what Vite makes of them is kept until it ends.
  const kept = ["--experimental.fsModuleCache", `--experimental.fsModuleCachePath=${place("modules")}`];
  await step(title, ["node_modules/vitest/vitest.mjs", "run", ...reporters, ...kept, ...args], env);
  add(title, report, (told) => {
    // Told again at the end: what failed first is far above by then.
    for (const test of told.testResults.flatMap((file) => file.assertionResults))
      if (test.status === "failed") broken.push(`${title}: ${test.fullName}: ${test.failureMessages.join("\n")}`);
    return { passed: told.numPassedTests, failed: told.numFailedTests, skipped: told.numPendingTests };
  });
}

/** Browser tests. A busy machine may miss a deadline once; one that needs its second try is reported as flaky. */
export async function playwright(title, files, env) {
  const report = place("browser.json");
  await step(title, ["node_modules/@playwright/test/cli.js", "test", "--retries=1", "--reporter=list,json"], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    ...env,
  });
  add(title, report, ({ stats, suites }) => {
    const ran = new Set(suites.map(({ file }) => file));
    for (const file of files.filter((one) => !ran.has(one))) broken.push(`${title}: ${file} has no tests`);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
  });
}

/** A run without tests, or with some left out, has shown nothing. */
function add(title, report, read) {
  try {
    const { passed, failed, skipped } = read(JSON.parse(readFileSync(report, "utf8")));
    if (passed + failed === 0) broken.push(`${title}: no tests`);
    if (skipped > 0) broken.push(`${title}: ${skipped} skipped`);
    count.passed += passed;
    count.failed += failed;
  } catch {
    broken.push(`${title}: no report`);
  }
}
