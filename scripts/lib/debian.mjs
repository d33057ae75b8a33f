/** What the tests need from the machine; on Debian it is installed when missing. */
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "./ports.mjs";

const LIGHT = "/usr/bin/chromium-headless-shell";
const BROWSERS = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
/** Where distributions put libfaketime; threads need this one of its two builds. */
const CLOCKS = ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"].map(
  (folder) => `${folder}/faketime/libfaketimeMT.so.1`,
);
const SERVERS = "/usr/lib/postgresql";
/** Browsers of other engines, each with the program that tests start and the packages that it comes in. */
const OTHERS = {
  Firefox: { files: ["/usr/bin/firefox-esr", "/usr/bin/firefox"], packages: ["firefox-esr"] },
  WebKit: { files: ["/usr/bin/WebKitWebDriver"], packages: ["webkit2gtk-driver", "xvfb"] },
  w3m: { files: ["/usr/bin/w3m"], packages: ["w3m"] },
};

/** Path of an installed browser of Chromium's family; undefined when there is none. */
export function findBrowser() {
  return BROWSERS.find((file) => existsSync(file));
}

/** The same browser without windows, which opens pages in half the time; else the whole one. */
export function findLightBrowser() {
  return existsSync(LIGHT) ? LIGHT : findBrowser();
}

/** Makes sure that there is a browser, or throws; where we install, the light one too. */
export function wantBrowser() {
  if (!findBrowser()) install(["chromium"], "a Chromium browser");
  if (!existsSync(LIGHT) && mayInstall()) install(["chromium-headless-shell"], "a light Chromium browser");
}

/**
 * Path of a browser of another engine; undefined when there is none.
 *
 * @param {keyof typeof OTHERS} name
 */
export function findOther(name) {
  return OTHERS[name].files.find((file) => existsSync(file));
}

/** Installs the browsers of other engines where we may; what is missing then is told, and its tests name themselves skipped. */
export function wantOtherBrowsers() {
  for (const [name, { packages }] of Object.entries(OTHERS)) {
    if (findOther(name)) continue;
    try {
      install(packages, name);
    } catch (error) {
      console.log(`Tests in ${name} will be skipped. ${error.message}`);
    }
  }
}

/** Makes sure that there is a PostgreSQL server to run the API tests on, or throws. */
export function wantPostgres() {
  if (findServer()) return;
  // The tests make a cluster of their own; the one that the package would create and start is nobody's wish.
  if (mayInstall()) {
    mkdirSync("/etc/postgresql-common/createcluster.d", { recursive: true });
    writeFileSync("/etc/postgresql-common/createcluster.d/no-main-cluster.conf", "create_main_cluster = false\n");
  }
  install(["postgresql"], "a PostgreSQL server");
}

/** Path of the library that moves a process's clock, or throws. */
export function wantClock() {
  const find = () => CLOCKS.find((file) => existsSync(file));
  if (!find()) install(["libfaketime"], "libfaketime");
  return find();
}

/**
 * Starts the installed PostgreSQL server on loopback, with its files in `folder` and its clock moved by `clock` (`underClock`).
 * @returns {Promise<{ url: string, stop(): Promise<void> }>}
 */
export async function startDebianPostgres(folder, clock) {
  const programs = findServer();
  const account = isRoot() ? accountOf("postgres") : {};
  const password = randomBytes(12).toString("hex");
  const secret = `${folder}.password`;
  mkdirSync(folder, { mode: 0o700 });
  writeFileSync(secret, password, { mode: 0o600 });
  if (account.uid) {
    // The run's temporary folder is ours alone; the server's account must get through it.
    for (const place of [path.dirname(folder), folder, secret]) chownSync(place, account.uid, account.gid);
  }
  const made = spawnSync(
    path.join(programs, "initdb"),
    [
      "-D",
      folder,
      "--username",
      "test",
      "--pwfile",
      secret,
      "--auth",
      "scram-sha-256",
      "--encoding",
      "UTF8",
      "--locale-provider",
      "icu",
      "--icu-locale",
      "uk",
      "--locale",
      "C.UTF-8",
      "--no-sync",
    ],
    { ...account, cwd: "/", encoding: "utf8" },
  );
  if (made.status !== 0) throw new Error(`The PostgreSQL server could not be set up: ${made.stderr}`);

  const port = await freePort("127.0.0.1");
  const server = spawn(
    path.join(programs, "postgres"),
    [
      "-D",
      folder,
      "-c",
      `port=${port}`,
      "-c",
      "listen_addresses=127.0.0.1",
      "-c",
      "unix_socket_directories=",
      "-c",
      "fsync=off",
    ],
    { ...account, cwd: "/", stdio: "ignore", env: { ...process.env, ...clock } },
  );
  const ended = once(server, "exit");
  await ready(folder, server);
  return {
    url: `postgres://test:${password}@127.0.0.1:${port}/postgres`,
    stop: async () => {
      server.kill("SIGINT");
      await ended;
    },
  };
}

async function ready(folder, server) {
  for (let waited = 0; waited < 30_000; waited += 50) {
    if (server.exitCode !== null) break;
    const pidFile = path.join(folder, "postmaster.pid");
    if (existsSync(pidFile) && readFileSync(pidFile, "utf8").split("\n")[7]?.trim() === "ready") return;
    await sleep(50);
  }
  throw new Error("The PostgreSQL server did not start");
}

function findServer() {
  const versions = existsSync(SERVERS) ? readdirSync(SERVERS) : [];
  const newest = versions
    .sort((a, b) => Number(b) - Number(a))
    .find((version) => existsSync(path.join(SERVERS, version, "bin/initdb")));
  return newest && path.join(SERVERS, newest, "bin");
}

const mayInstall = () => isRoot() && existsSync("/etc/debian_version");

function install(packages, what) {
  const names = packages.join(" ");
  if (!mayInstall()) throw new Error(`The tests need ${what}: install it (on Debian: apt-get install ${names})`);
  console.log(`Installing ${names} …`);
  for (const args of [
    ["update", "-qq"],
    ["install", "-y", "-qq", "--no-install-recommends", ...packages],
  ]) {
    const run = spawnSync("apt-get", args, {
      encoding: "utf8",
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    if (run.status !== 0) throw new Error(`${run.stdout}${run.stderr}apt-get could not install ${names}`);
  }
}

function isRoot() {
  return process.getuid?.() === 0;
}

function accountOf(name) {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line.split(":");
  return { uid: Number(uid), gid: Number(gid) };
}
