import type { Embedded } from "~server/vending/database/embedded";
import type { Run } from "../ops/product";
import type { Browser } from "./browser";
import { readdirSync, readFileSync } from "node:fs";

/** What is measured: the built product with a large network behind it. */
export interface Product {
  env: Record<string, string>;
  web: string;
  api: string;
  database: Embedded;
  product: Run;
  browser: Browser;
  processes: ProductProcess[];
}

/** A part of the product: one process, or a server with its children. */
export interface ProductProcess {
  name: string;
  pids(): number[];
}

/** Length of a clock tick of `/proc`, ms (USER_HZ, 100 on every Linux that Node runs on). */
const TICK_MS = 10;
const KB_PER_MB = 1024;

/** A process and its children. */
export function family(parent: number): number[] {
  const children = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => statOf(pid)?.parent === parent);
  return [parent, ...children];
}

/** CPU ms used so far, by children that have ended too. */
export function cpuOf({ pids }: ProductProcess): number {
  return pids().reduce((sum, pid) => sum + (statOf(pid)?.ticks ?? 0), 0) * TICK_MS;
}

/** Memory in MB: all that a process holds (RSS); what a family shares is counted once (PSS). */
export function memoryOf({ pids }: ProductProcess): number {
  const all = pids();
  const measure = all.length === 1 ? "Rss" : "Pss";
  return all.reduce((sum, pid) => sum + memoryLine(pid, measure), 0) / KB_PER_MB;
}

/** `man proc_pid_stat`: the fields after the command, which may hold spaces, start with the third. */
function statOf(pid: number): { parent: number; ticks: number } | undefined {
  const fields = read(`/proc/${pid}/stat`)
    ?.replace(/^.*\) /s, "")
    .split(" ")
    .map(Number);
  if (!fields) return undefined;
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return { parent: fields[1] ?? 0, ticks: user + system + childrenUser + childrenSystem };
}

function memoryLine(pid: number, measure: "Rss" | "Pss"): number {
  return Number(new RegExp(`^${measure}:\\s+(\\d+) kB`, "m").exec(read(`/proc/${pid}/smaps_rollup`) ?? "")?.[1] ?? 0);
}

/** Undefined when the process has ended meanwhile. */
function read(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
