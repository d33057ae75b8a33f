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

/** Remix writes of every route what it has not, and the files that every page has: what a browser reads as "no" or knows anyway is left out. */
function lightenManifest(assets) {
  const name = readdirSync(assets).find((file) => /^manifest-.*\.js$/.test(file));
  const [, written] =
    /^(?:window\.__remixManifest=)({.*});?\s*$/s.exec(readFileSync(`${assets}/${name}`, "utf8")) ?? [];
  if (!written) throw new Error("the build has no manifest of routes, or writes it in another way");
  const { entry, routes, ...manifest } = JSON.parse(written);
  const isTold = ([, value]) => value !== false && !(Array.isArray(value) && value.length === 0);
  const light = ({ imports, ...route }) =>
    Object.fromEntries(
      Object.entries({ ...route, imports: imports?.filter((file) => !entry.imports.includes(file)) }).filter(isTold),
    );
  const told = Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, light(route)]));
  writeFileSync(`${assets}/${name}`, `window.__remixManifest=${JSON.stringify({ entry, routes: told, ...manifest })};`);
}
