import { spawnSync, type SpawnOptions } from "node:child_process";
import { chmodSync, existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { StartError } from "~server/vending/start-error";

/** The operating-system account that PostgreSQL runs as, and how to start a program under it. */
export interface Account {
  /** Undefined: the same as ours. */
  owner?: { uid: number; gid: number };
  command(file: string, args: string[]): { file: string; args: string[]; options: SpawnOptions };
}

const ROOT = 0;
const SETPRIV = "/usr/bin/setpriv";
/** Lets an unprivileged uid through folders that only root may enter; it may read there, not write. */
const PASSAGE = "+dac_read_search";

/**
 * PostgreSQL refuses to run as root. So root starts it as the owner of the data, at first `nobody`; anybody else
 * starts it as themselves.
 *
 * @param cluster the folder of the database files, which may not exist yet
 * @param programs the programs of PostgreSQL that will be started
 */
export function chooseAccount(cluster: string, programs: string[]): Account {
  const keeper = existsSync(cluster) ? statSync(cluster) : undefined;
  if (process.getuid?.() !== ROOT) {
    if (keeper && process.getuid && keeper.uid !== process.getuid()) {
      throw new StartError(
        `The database in ${cluster} belongs to another account (uid ${keeper.uid}): start as that one`,
      );
    }
    return { command: (file, args) => ({ file, args, options: {} }) };
  }
  const owner = keeper && keeper.uid !== ROOT ? { uid: keeper.uid, gid: keeper.gid } : nobody();
  if ([path.dirname(cluster), ...programs].every((target) => mayReach(owner, target))) {
    return { owner, command: (file, args) => ({ file, args, options: owner }) };
  }
  return { owner, command: privilegedCommand(owner, programs) };
}

/** Whether `owner` may open `target`: every folder on the way must let others through. */
function mayReach(owner: { uid: number; gid: number }, target: string): boolean {
  const { uid, gid, mode } = statSync(target);
  const shift = uid === owner.uid ? 6 : gid === owner.gid ? 3 : 0;
  const passes = ((mode >> shift) & 1) === 1;
  const parent = path.dirname(target);
  return passes && (parent === target || mayReach(owner, parent));
}

function privilegedCommand(owner: { uid: number; gid: number }, programs: string[]): Account["command"] {
  // A strict umask at installation leaves them executable for root alone, which the capability does not cover.
  for (const program of programs) chmodSync(program, 0o755);
  const prefix = [
    "--reuid",
    String(owner.uid),
    "--regid",
    String(owner.gid),
    "--clear-groups",
    "--inh-caps",
    PASSAGE,
    "--ambient-caps",
    PASSAGE,
    // Without this bit access(2), by which initdb looks for its neighbours, would leave the capability out of account.
    "--securebits",
    "+no_setuid_fixup",
  ];
  const usable = programs.every((program) => spawnSync(SETPRIV, [...prefix, program, "--version"]).status === 0);
  if (!usable) {
    throw new StartError(
      "PostgreSQL does not run as root, and its unprivileged account cannot enter this folder: start as another " +
        "user, move the project and DATA_DIR to where everybody may read, or set DATABASE_URL",
    );
  }
  return (file, args) => ({ file: SETPRIV, args: [...prefix, file, ...args], options: {} });
}

function nobody(): { uid: number; gid: number } {
  const line = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .find((entry) => entry.startsWith("nobody:"));
  const [, , uid, gid] = line?.split(":") ?? [];
  if (!uid || !gid) {
    throw new StartError("PostgreSQL does not run as root and there is no account `nobody`: start as another user");
  }
  return { uid: Number(uid), gid: Number(gid) };
}
