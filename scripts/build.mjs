/** `npm run build`: the web, then the vending API, which the web's build would wipe away. */
import { spawnSync } from "node:child_process";
import { lightenManifest } from "./lib/manifest.mjs";
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
lightenManifest(`${ROOT}/build/client`);
stampBuild();
