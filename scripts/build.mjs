/** `npm run build`: the web, then the vending API, which the web's build would wipe away. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { ROOT, stampBuild } from "./lib/prepare.mjs";

const STEPS = [
  ["node_modules/@remix-run/dev/dist/cli.js", "vite:build"],
  ["node_modules/vite/bin/vite.js", "build", "-c", "vite.server.config.ts"],
];

for (const args of STEPS) {
  const { status } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: "inherit",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status !== 0) process.exit(status ?? 1);
}
lightenManifest(`${ROOT}/build/client/assets`);
stampBuild();

/** Remix writes of every route what it has not: what a browser reads as "no" anyway is left out. */
function lightenManifest(assets) {
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file));
  if (!name) throw new Error("the build has no manifest of routes");
  const text = readFileSync(`${assets}/${name}`, "utf8");
  const light = text
    .replace(/"has(Action|ClientAction|ClientLoader|ErrorBoundary|Loader)":false,/g, "")
    .replaceAll(`,"css":[]`, "");
  if (light === text) throw new Error("the manifest of routes is written in another way");
  writeFileSync(`${assets}/${name}`, light);
}
