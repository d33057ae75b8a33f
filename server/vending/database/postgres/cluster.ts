import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { chownSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { StartError } from "~server/vending/start-error";
import type { Account } from "./account";
import type { Binaries } from "./binaries";

const USER = "vending";

/** Where the database's files are in a data folder. */
export const clusterOf = (folder: string): string => path.join(folder, "postgres");

export const passwordFileOf = (folder: string): string => path.join(folder, "postgres.password");

export function connectionString(folder: string, port: number, database: string): string {
  const password = readFileSync(passwordFileOf(folder), "utf8").trim();
  return `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;
}

/** Made beside its final place and moved there when complete: an interrupted first start leaves no half a database. */
export function createCluster(folder: string, binaries: Binaries, account: Account): void {
  const unfinished = path.join(folder, "postgres.new");
  const secret = path.join(folder, "postgres.password.new");
  rmSync(unfinished, { recursive: true, force: true });
  rmSync(secret, { force: true });
  mkdirSync(unfinished, { mode: 0o700 });
  const password = randomBytes(24).toString("hex");
  writeFileSync(passwordFileOf(folder), password, { mode: 0o600 });
  writeFileSync(secret, password, { mode: 0o600 });
  if (account.owner) {
    for (const file of [unfinished, secret]) chownSync(file, account.owner.uid, account.owner.gid);
  }
  const { file, args, options } = account.command(binaries.initdb, [
    "-D",
    unfinished,
    "--username",
    USER,
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
    process.platform === "linux" ? "C.UTF-8" : "C",
    "--data-checksums",
  ]);
  const { uid, gid } = options;
  const made = spawnSync(file, args, { uid, gid, cwd: folder, encoding: "utf8" });
  rmSync(secret, { force: true });
  if (made.status !== 0) {
    throw new StartError(
      `The database could not be created in ${folder}: ${lastLines(made.stderr ?? String(made.error))}`,
    );
  }
  renameSync(unfinished, clusterOf(folder));
}

/** What a program said last, in a line. */
export function lastLines(text: string): string {
  return text.trim().split("\n").slice(-3).join(" · ");
}
