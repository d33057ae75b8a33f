import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type Db, given, list, plannedTransaction, rows, run } from "../../database/query";
import { bookUntold, periodsNear } from "../audits/cover";
import { keepQuestions } from "../audits/questions";
import { localTime } from "../../time";
import { uuidOf } from "../../uuid";
import type { ReadBatch, ReadEvent } from "./batch";
import { captureVends, releaseHolds } from "../keys/capture";
import type { PaidVend } from "../keys/paid-vends";
import { keepScansOf, scannedVends } from "../keys/scanned";
import { bookVends, rollUp, saleIdOf, type Sold, type Vend } from "../sales/book";
import {
  type FailedVend,
  keepFailed,
  keepScans,
  type Link,
  markPaid,
  mayBePaidWithCard,
  type Scan,
} from "../sales/scans";
import { type Bookings, tellPayments } from "../payments/units";
import { collectCash } from "../fleet/cash";
import { type CommandResult, noteResults } from "../commands/results";
import { correctClosed, pastDays } from "../books/corrections";
import { settleReceipts } from "../fiscal/queue";
import { countErrors } from "../fleet/errors";
import type { News } from "../fleet/news";
import { tell } from "../fleet/state";
import { reportErrors } from "./errors";
import { fillStocks, recountStocks, useStocks } from "../objects/stocks";

/** A unit's batch on its way into the database. */
export interface Incoming {
  device: number;
  unit: number;
  read: ReadBatch;
  news: News;
}

/** Of a stored batch: how many of its events were new. */
export interface Stored {
  accepted: number;
}

interface Given {
  device: number;
  unit: number;
  event: ReadEvent;
  incoming: number;
}

/**
 * Keeps batches of several units in one transaction: the event log, and what follows from events that are new. What a
 * batch brings again changes nothing. Every row is locked in the order of its key, machines before everything else.
 */
export function storeBatches(pool: Pool, batches: readonly Incoming[]): Promise<Stored[]> {
  return plannedTransaction(pool, async (tx) => {
    const all = batches.flatMap(({ device, unit, read }, incoming) =>
      read.events.map((event): Given => ({ device, unit, event, incoming })),
    );
    await lockDevices(tx, all);
    const fresh = await logEvents(tx, all);
    const bookings = await tellPayments(tx, fresh);
    const sold = await bookVends(
      tx,
      fresh.flatMap((one) => vendOf(one, bookings)),
    );
    await useStocks(tx, sold);
    await keepFailed(tx, fresh.flatMap(failedOf));
    const links = await markPaid(tx, [
      ...(await keepScans(tx, fresh.flatMap(scanOf))),
      ...sold.filter(mayBePaidWithCard),
    ]);
    const past = pastDays(sold.map(({ at }) => at));
    const rebooked: { device: number; days: string[] }[] = [];
    for (const [device, stretches] of await periodsNear(tx, sold)) {
      const days = [...(await bookUntold(tx, device, stretches))];
      await rollUp(tx, device, days);
      past.push(...days);
      rebooked.push({ device, days });
      if (days.length) await recountStocks(tx, [device]);
      await keepQuestions(tx, device, days);
    }
    const foreign = sold.filter(({ currency }) => currency !== null);
    for (const device of devicesOf(foreign)) {
      const days = foreign.flatMap((one) =>
        one.device === device ? [localTime(Date.parse(one.at)).slice(0, 10)] : [],
      );
      await keepQuestions(tx, device, days);
    }
    await correctClosed(tx, devicesOf(sold), past, { cause: "vends" });
    await settleReceipts(tx, { sales: [...sold, ...links.flatMap(relinked)], days: rebooked });
    await reportErrors(tx, fresh);
    await tell(
      tx,
      batches.map(({ news }) => news),
    );
    await countErrors(tx, [
      ...new Set(fresh.filter(({ event }) => event.content?.t === "error").map(({ device }) => device)),
    ]);
    await noteResults(tx, all.flatMap(resultOf));
    for (const one of fresh) await tellVisit(tx, one);
    // Last, for many machines may wait for one wallet.
    await bookCards(tx, fresh, sold, links);
    return batches.map((_, incoming) => ({ accepted: fresh.filter((one) => one.incoming === incoming).length }));
  });
}

/** Vends that are paid with a card now, or no longer. */
const relinked = ({ device, sale, before }: Link) =>
  [sale, before].flatMap((id) => (id === null ? [] : [{ device, id }]));

/** Kinds of events that stand where their machine stood. */
const PLACED: ReadonlySet<string> = new Set(["sale", "vend_failed", "rfid", "qr", "partner", "maintenance"]);

const devicesOf = (all: readonly { device: number }[]): number[] => [...new Set(all.map(({ device }) => device))];

/** Whatever books sales of a machine takes turns, as audits do, and so does what moves it. */
async function lockDevices(tx: Db, all: readonly Given[]): Promise<void> {
  const devices = devicesOf(all.filter(({ event }) => PLACED.has(event.kind)));
  if (devices.length)
    await run(tx, sql`select 1 from devices where id = any(${list(devices, "integer")}) order by id for no key update`);
}

const keyRow = z.object({ position: z.number() });

/** Writes the log; answers the events that had not come before, each once. */
async function logEvents(tx: Db, all: readonly Given[]): Promise<Given[]> {
  if (!all.length) return [];
  const list = all.map(({ device, unit, event }, position) => ({
    position,
    unit,
    id: uuidOf("event", event.id),
    device,
    at: iso(event.at),
    box_at: event.mark ? iso(event.boxAt) : null,
    clock: event.mark,
    kind: event.kind,
    data: event.data,
  }));
  const fresh = await rows(
    tx,
    keyRow,
    sql`
    with sent as materialized (select * from ${given(list, "position integer, unit integer, id uuid, device integer, at timestamptz, box_at timestamptz, clock text, kind text, data jsonb")}),
    fresh as (
      insert into device_events (telemetry_id, id, device_id, at, box_at, clock, kind, data)
      select distinct on (unit, id) unit, id, device, at, box_at, clock, kind, data from sent order by unit, id, position
      on conflict do nothing returning telemetry_id, id)
    select min(t.position) as position from fresh f join sent t on t.unit = f.telemetry_id and t.id = f.id group by f.telemetry_id, f.id order by 1`,
  );
  return fresh.flatMap(({ position }) => all.slice(position, position + 1));
}

const iso = (at: number) => new Date(at).toISOString();

function vendOf({ device, unit, event, incoming }: Given, bookings: Bookings): Vend[] {
  const { content } = event;
  if (content?.t !== "sale" || content.result === "vend_fail") return [];
  return [
    {
      device,
      unit,
      event: event.id,
      batch: incoming,
      at: event.at,
      boxAt: event.boxAt,
      selection: content.cell ?? null,
      name: content.name ?? null,
      source: content.source,
      price: content.price,
      // What was paid online is known here, whatever the machine says.
      ...bookings.get(saleIdOf(unit, event.id)),
    },
  ];
}

/** Money of keys and codes for what was vended or failed; what a vend says itself stands above what a reader tells. */
async function bookCards(
  tx: Db,
  fresh: readonly Given[],
  sold: readonly Sold[],
  links: readonly Link[],
): Promise<void> {
  const bySale = new Map(sold.map((one) => [one.id, one]));
  const told = fresh.flatMap((one) => paidVendOf(one, bySale));
  const known = new Set(told.map(({ sale }) => sale));
  await releaseHolds(tx, fresh.flatMap(releasedOf));
  await captureVends(tx, [...told, ...(await scannedVends(tx, links)).filter(({ sale }) => !known.has(sale))]);
  await keepScansOf(tx, links);
}

function paidVendOf({ device, unit, event }: Given, sold: ReadonlyMap<string, Sold>): PaidVend[] {
  const { content, at } = event;
  if (content?.t !== "sale" || !content.paid) return [];
  const sale = sold.get(saleIdOf(unit, event.id));
  if (!sale) return [];
  const { card, code, hold } = content.paid;
  const price = sale.currency === null ? content.price : sale.amount;
  return [
    { device, sale: sale.id, scan: null, card, code, ask: hold === undefined ? null : { unit, hold }, price, at },
  ];
}

function releasedOf({ unit, event: { content } }: Given): { unit: number; hold: string }[] {
  if (content?.t !== "sale" || content.result !== "vend_fail" || !content.paid?.hold) return [];
  return [{ unit, hold: content.paid.hold }];
}

function failedOf({ device, event: { content, at, boxAt } }: Given): FailedVend[] {
  if (content?.t !== "sale" || content.result !== "vend_fail") return [];
  return [{ device, at, boxAt, selection: content.cell ?? null, source: content.source, price: content.price }];
}

function scanOf({ device, event: { content, at, boxAt } }: Given): Scan[] {
  if (content?.t !== "rfid" && content?.t !== "qr" && content?.t !== "partner") return [];
  const { t: card, code = null, result, cell: selection = null, price = null } = content;
  const partner = content.t === "partner" ? (content.partner ?? null) : null;
  return [{ device, at, boxAt, card, code, partner, result, selection, price }];
}

function resultOf({ unit, event: { content, at } }: Given): CommandResult[] {
  if (content?.t !== "command_result") return [];
  const { command, state, progress, message = null } = content;
  return [
    { unit, command, state, progress: progress === undefined ? null : Math.floor(progress), message, at: iso(at) },
  ];
}

async function tellVisit(tx: Db, { device, event }: Given): Promise<void> {
  const { content, at } = event;
  if (content?.t === "maintenance" && (content.filled || content.fills.length))
    await fillStocks(tx, { device, at, fills: content.filled ? "all" : content.fills });
  if (content?.t === "collection")
    await collectCash(tx, {
      device,
      at: iso(at),
      bag: content.bag ?? null,
      who: content.who ?? null,
      key: `event ${event.id}`,
    });
}
