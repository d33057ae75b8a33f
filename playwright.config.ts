import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { defineConfig, devices } from "@playwright/test";
import { findLightBrowser } from "./scripts/lib/debian.mjs";
import { ADMIN, launch, MAILBOX_PORT, SMTP_PORT, VENDING_PORT, WEB_PORT } from "./tests/e2e/product";

/** The built product in a demonstration of its own; every flow runs with scripts and without. */
export default defineConfig({
  testDir: "tests/e2e",
  outputDir: "test-results",
  snapshotPathTemplate: "{testDir}/pictures/{arg}{ext}",
  // More than there are cores: some wait for deadlines and for what comes by itself.
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  // No test measures time: a busy machine may be slow.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    // What never comes into sight is no reason to wait as long as a whole test may last.
    actionTimeout: 60_000,
    ...devices["Desktop Chrome"],
    baseURL: `http://127.0.0.1:${WEB_PORT}`,
    locale: "uk-UA",
    timezoneId: "Europe/Kyiv",
    // Keeping a trace of every test costs a third of the time; the second try of one that failed tells as much.
    trace: "on-first-retry",
    launchOptions: launch(findLightBrowser()),
  },
  projects: [
    // What only one of them can show, or what does not differ, is tagged with its name. The walk over all forms is the longest: it begins early.
    { name: "plain", use: { javaScriptEnabled: false }, grepInvert: /@scripts/ },
    { name: "scripts", use: { javaScriptEnabled: true }, grepInvert: /@plain/ },
  ],
  webServer: [
    {
      command: `node tests/e2e/mailbox.mjs ${SMTP_PORT} ${MAILBOX_PORT}`,
      url: `http://127.0.0.1:${MAILBOX_PORT}/`,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5_000 },
    },
    {
      command: "node scripts/start.mjs",
      url: `http://127.0.0.1:${WEB_PORT}/readyz`,
      timeout: 300_000,
      gracefulShutdown: { signal: "SIGTERM", timeout: 15_000 },
      env: {
        HOST: "127.0.0.1",
        PORT: String(WEB_PORT),
        VENDING_PORT: String(VENDING_PORT),
        // Workers read this file again; only the first reading's folder is used.
        DATA_DIR: (process.env.VENDING_E2E_DATA ??= mkdtempSync(path.join(tmpdir(), "vending-e2e-"))),
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        // Whatever the developer's shell has set for a real network must not be met here.
        DATABASE_URL: "",
        VENDING_API_URL: "",
        VENDING_SOCKET_URL: "",
        SMTP_URL: `smtp://127.0.0.1:${SMTP_PORT}`,
        MAIL_FROM: "Vending <reports@example.com>",
        PUBLIC_URL: `http://127.0.0.1:${WEB_PORT}`,
        // As in vitest.config.ts.
        PGOPTIONS: "-c synchronous_commit=off",
      },
    },
  ],
});
