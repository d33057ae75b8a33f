import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** The project's folder. */
export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../..");

const OLDEST_NODE = [20, 19];
const STAMP = path.join(ROOT, "build/.sources");
/** Everything that the build is made of. */
const SOURCES = [
  "app",
  "server",
  "locales",
  "docs/help",
  "public",
  "package-lock.json",
  "tsconfig.json",
  "remix.config.js",
  "vite.config.ts",
  "vite.server.config.ts",
];

/** Brings a fresh or changed clone to where it can run. Throws with the reason when that fails. */
export async function prepare(signal) {
  checkNode();
  await installIfNeeded(signal);
  await buildIfNeeded(signal);
}

/** Throws on a Node that the product does not support. */
export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1])) {
    throw new Error(`Node ${OLDEST_NODE.join(".")} or newer is needed; this is ${process.versions.node}`);
  }
}

/** Installs the exact packages of package-lock.json unless they are there. */
export async function installIfNeeded(signal) {
  if (isInstalled()) return;
  console.log("Installing packages (a few minutes the first time) …");
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  // The build needs the development packages, whatever NODE_ENV says.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"];
  await runQuietly(npm, args, "The packages could not be installed", signal);
}

/** Builds the product unless the build in place was made of these very sources. */
export async function buildIfNeeded(signal) {
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint()) return;
  console.log("Building …");
  await runQuietly(process.execPath, ["scripts/build.mjs"], "The build failed", signal);
}

/** Notes what the finished build was made of. */
export function stampBuild() {
  writeFileSync(STAMP, fingerprint());
}

/** npm notes in node_modules/.package-lock.json what it has put there; optional packages may be for other machines. */
function isInstalled() {
  const present = readPackages("node_modules/.package-lock.json");
  const wanted = readPackages("package-lock.json");
  return Object.entries(wanted).every(
    ([place, { version, optional }]) => place === "" || optional || present[place]?.version === version,
  );
}

function readPackages(file) {
  try {
    return JSON.parse(readFileSync(path.join(ROOT, file), "utf8")).packages;
  } catch {
    return {};
  }
}

function fingerprint() {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    for (const file of filesOf(path.join(ROOT, source))) {
      hash.update(path.relative(ROOT, file)).update("\0").update(readFileSync(file)).update("\0");
    }
  }
  return hash.digest("hex");
}

function filesOf(place) {
  if (!existsSync(place)) return [];
  try {
    return readdirSync(place)
      .sort()
      .flatMap((name) => filesOf(path.join(place, name)));
  } catch {
    return [place];
  }
}

/** Shows what the program said only when it fails. */
async function runQuietly(file, args, failure, signal) {
  const shell = process.platform === "win32";
  const child = spawn(file, args, { cwd: ROOT, shell, signal, stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text) => (said += text));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${said}${failure}`);
}
