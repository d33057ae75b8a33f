import { count } from "~server/vending/demonstration/count";
import { happeningsBetween } from "~server/vending/demonstration/day";
import { readOut } from "~server/vending/demonstration/file";
import { HOUR, type Moment } from "~server/vending/demonstration/calendar";
import type { Machine } from "~server/vending/demonstration/machines";
import { usedMeter } from "~server/vending/demonstration/meter";
import { inventFleet } from "~server/vending/simulator/fleet";
import { addFleet, secretOf } from "../fleet/month";
import { Moves } from "../fleet/moves";
import { type Service, startService } from "../fleet/service";

/** Units that tell of events at the same time, more than go into a transaction, and those that hand in files. */
const TELLING = 64;
const UNITS = 16;
/** Events of a batch, batches of a unit and files of a unit that are measured. */
const BATCH = 20;
const BATCHES = 40;
const FILES = 60;
/** Reads of one machine, and how many at the beginning and at the end are compared. */
const READS = 1_500;
const EDGE = 100;

/** Files a second that must be taken, and how much slower the last files of a machine may be than its first. */
const LEAST_FILES = 40;
const MOST_SLOWER = 1.5;

interface File {
  at: Moment;
  text: string;
}

/**
 * `npm run bench ingest`: what the built API takes on the embedded database of machines that stand somewhere and sell by
 * planograms: vends, beside events of which nothing is booked; audit files of 16 units; and 1,500 reads of one machine.
 * Throws when a bar is missed.
 */
export async function ingest(): Promise<void> {
  const service = await startService();
  try {
    const machines = inventFleet(200, "ingest");
    await addFleet(service, machines);
    await new Moves(service.pool, "ingest").found(machines);
    const some = machines.slice(0, TELLING);
    // The first calls meet a process that has compiled nothing yet.
    await tell(service, some, "warm", "coin_in");
    await tell(service, some, "warm", "sale");
    const plain = await tell(service, some, "plain", "coin_in");
    const vends = await tell(service, some, "vends", "sale");
    console.log(
      `Events: ${plain.toFixed(0)}/s of coins, ${vends.toFixed(0)}/s of vends: ${(plain / vends).toFixed(2)} times as long.`,
    );
    const files = await hand(service, machines.slice(TELLING, TELLING + UNITS));
    console.log(`Audit files of ${UNITS} units: ${files.toFixed(1)}/s.`);
    const [first, last] = await read(service, machines[TELLING + UNITS]);
    console.log(`${READS} reads of a machine: ${first.toFixed(1)} ms a file at first, ${last.toFixed(1)} ms at last.`);
    if (files < LEAST_FILES) throw new Error(`Fewer than ${LEAST_FILES} files a second.`);
    if (last > first * MOST_SLOWER) throw new Error(`The last files take more than ${MOST_SLOWER} times as long.`);
  } finally {
    await service.close();
  }
}

async function post({ api }: Service, machine: Machine, path: string, body: string, more: Record<string, string>) {
  const headers = { "x-device": machine.unit.serial, authorization: `Bearer ${secretOf(machine)}`, ...more };
  const answer = await fetch(api + path, { method: "POST", headers, body });
  const text = await answer.text();
  if (!answer.ok || (path.endsWith("batch") && !text.includes('"refused":[]')))
    throw new Error(`${path} was answered ${answer.status}: ${text.slice(0, 200)}`);
}

/** Events a second. */
async function tell(
  service: Service,
  machines: readonly Machine[],
  name: string,
  kind: "sale" | "coin_in",
): Promise<number> {
  const started = performance.now();
  await Promise.all(
    machines.map(async (machine) => {
      for (let batch = 0; batch < BATCHES; batch++) {
        const events = Array.from({ length: BATCH }, (_, index) => {
          const at = new Date(Date.now() - (1 + index + batch * BATCH) * 60_000).toISOString();
          const cell = machine.cells[index % machine.cells.length];
          const base = { id: `${name} ${kind} ${batch} ${index}`, t: kind, at };
          return kind === "sale"
            ? { ...base, cell: cell?.selection, price: cell?.price, source: "cash", result: "vend_success" }
            : { ...base, value: 1_000 };
        });
        const body = JSON.stringify({ sent_at: new Date().toISOString(), events });
        await post(service, machine, "/telemetry/batch", body, { "content-type": "application/json" });
      }
    }),
  );
  return (machines.length * BATCHES * BATCH) / ((performance.now() - started) / 1_000);
}

/** Reads of a machine, one an hour, the last just now. */
function readsOf(machine: Machine, reads: number): File[] {
  let at = Math.floor(Date.now() / 60_000) * 60_000 - reads * HOUR;
  const meter = usedMeter(machine, at);
  return Array.from({ length: reads }, () => {
    const to = at + HOUR;
    count(meter, machine, happeningsBetween(machine, at, to));
    at = to;
    return { at, text: readOut(machine, meter, at) };
  });
}

const handIn = (service: Service, machine: Machine, { at, text }: File) =>
  post(service, machine, "/telemetry/audit", text, {
    "x-read-at": new Date(at).toISOString(),
    "x-sent-at": new Date().toISOString(),
  });

/** Audit files a second. */
async function hand(service: Service, machines: readonly Machine[]): Promise<number> {
  const all = machines.map((machine) => ({ machine, files: readsOf(machine, FILES) }));
  const started = performance.now();
  await Promise.all(
    all.map(async ({ machine, files }) => {
      for (const file of files) await handIn(service, machine, file);
    }),
  );
  return (machines.length * FILES) / ((performance.now() - started) / 1_000);
}

/** How long the first and the last files of a machine take, ms. */
async function read(service: Service, machine: Machine | undefined): Promise<[first: number, last: number]> {
  if (!machine) throw new Error("no machine is left");
  const files = readsOf(machine, READS);
  const during = async (some: readonly File[]) => {
    const started = performance.now();
    for (const file of some) await handIn(service, machine, file);
    return (performance.now() - started) / some.length;
  };
  const first = await during(files.slice(0, EDGE));
  await during(files.slice(EDGE, -EDGE));
  return [first, await during(files.slice(-EDGE))];
}
