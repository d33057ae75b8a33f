import { Worker } from "node:worker_threads";
import { z } from "zod";
import type { Arranged, ReadHeader } from "../../evadts/arrange";
import { Fault } from "../../fault";
import type { Derived, File, Neighbours, ReadReport, Run } from "./jobs";
import { reconcile, type Reconciled } from "./reconcile";
import type { Asked } from "./thread";
import code from "./thread?thread";

/** No file that a machine wrote takes a second; what takes this long is given up, and others go on. */
const LONGEST_JOB_MS = 20_000;

const answer = z.object({ id: z.number(), output: z.unknown(), error: z.string().optional() });
const reports: z.ZodType<ReadReport[]> = z.array(
  z.object({
    state: z.enum(["received", "failed"]),
    currency: z.string().nullable(),
    header: z.string(),
    counters: z.string(),
    warnings: z.string(),
  }),
);
const arranged = z.custom<Arranged>((value) => value instanceof Object && "placements" in value);
const reconciled = z.custom<Reconciled[]>((value) => Array.isArray(value));
const derived: z.ZodType<Derived> = z.object({ period: z.string(), lines: z.string() });

interface Waiting {
  asked: Asked;
  resolve(output: unknown): void;
  reject(error: unknown): void;
}

let worker: Worker | undefined;
let current: Waiting | undefined;
let clock: NodeJS.Timeout | undefined;
let made = 0;
const queue: Waiting[] = [];

/** The reports of a file, read in a thread of its own: 413 for what takes too long. */
export const readReports = async (file: File): Promise<ReadReport[]> =>
  reports.parse(await ask({ id: ++made, name: "read", input: file }));

/** As `arrangeAll` of evadts, in the same thread. */
export const arrangeReads = async (reads: readonly ReadHeader[]): Promise<Arranged> =>
  arranged.parse(await ask({ id: ++made, name: "arrange", input: reads }));

/** As `derivePeriod` of evadts, in the same thread. */
export const derivePeriod = async (pair: Neighbours): Promise<Derived> =>
  derived.parse(await ask({ id: ++made, name: "derive", input: pair }));

/** Periods that are weighed against each other at once, without waiting for files that are being read. */
const FEW_PERIODS = 16;

/** As `reconcile`; long runs in the same thread. */
export const reconcileRun = async (run: Run): Promise<Reconciled[]> =>
  run.periods.length <= FEW_PERIODS
    ? reconcile(run.periods, run.vends)
    : reconciled.parse(await ask({ id: ++made, name: "reconcile", input: run }));

function ask(asked: Asked): Promise<unknown> {
  return new Promise((resolve, reject) => {
    queue.push({ asked, resolve, reject });
    next();
  });
}

function next(): void {
  if (current) return;
  current = queue.shift();
  if (!current) return;
  worker ??= start();
  clock = setTimeout(() => void giveUp(new Fault(413, "too_large")), LONGEST_JOB_MS).unref();
  worker.postMessage(current.asked);
}

/** The thread keeps no process alive. */
function start(): Worker {
  const started = new Worker(code, { eval: true });
  started.unref();
  started.on("message", (message: unknown) => {
    const { output, error } = answer.parse(message);
    const done = finish();
    if (error === undefined) done?.resolve(output);
    else done?.reject(new Error(error));
    next();
  });
  started.on("error", (error) => void giveUp(error));
  return started;
}

function finish(): Waiting | undefined {
  clearTimeout(clock);
  const done = current;
  current = undefined;
  return done;
}

/** The work at hand has failed with its thread; the rest gets another one. */
function giveUp(error: unknown): void {
  void worker?.terminate();
  worker = undefined;
  finish()?.reject(error);
  next();
}
