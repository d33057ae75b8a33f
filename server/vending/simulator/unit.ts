import { createHash } from "node:crypto";
import { z } from "zod";
import { type BatchAnswer, batchAnswerSchema, type BatchInput, type UnitCommand } from "~server/contract/telemetry";
import { HOUR, MINUTE, type Moment } from "../demonstration/calendar";
import { happeningsBetween } from "../demonstration/day";
import { readOut } from "../demonstration/file";
import type { Machine } from "../demonstration/machines";
import { count } from "../demonstration/count";
import type { Meter } from "../demonstration/meter";
import { chance, type Random, randomOf, whole } from "../demonstration/random";
import { paymentEvents } from "./paying";
import { askAnswerOf, asked, type AskedSale } from "./asking";
import { eventsOf } from "./events";
import { clockAhead, type Faults } from "./faults";
import type { Ledger } from "./ledger";
import { feel, newSenses, pingOf, type Senses } from "./ping";

/** How a unit reaches the gateway: as `fetch` does. */
export type Link = (
  path: string,
  init: { method: string; headers: Record<string, string>; body?: string },
) => Promise<Response>;

export interface UnitOptions {
  machine: Machine;
  secret: string;
  link: Link;
  /** From when on it lives, with the counters that the machine has then. */
  from: Moment;
  meter: Meter;
  faults: Faults;
  /** It reads its machine at this pace, at minutes of its own; never when absent. */
  readEvery?: Moment;
  ledger?: Ledger;
  /** Somebody fills the new machine before it sells. */
  filledFirst?: boolean;
}

const envelope = z.object({ data: batchAnswerSchema });
/** Most events of a batch. */
const BATCH_EVENTS = 150;
/** A firmware image is fetched in pieces of this many bytes. */
const PIECE = 64 * 1024;
/** What the machine was like when its story begins is known from so long before. */
const BEFORE = 24 * HOUR;

/** A telemetry unit and the machine it sits in, alike for the same seed whatever happens on the way. */
export class SimulatedUnit {
  #lived: Moment;
  #unsent: object[] = [];
  #files: { at: Moment; reason: string; text: string }[] = [];
  #sequence = 0;
  readonly #senses: Senses;
  readonly #done = new Set<number>();
  readonly #random: Random;
  readonly #ahead: Moment;
  /** Its cells cost what was set last. */
  #machine: Machine;

  constructor(readonly options: UnitOptions) {
    const { machine, from, faults, filledFirst } = options;
    this.#lived = from;
    this.#machine = machine;
    this.#senses = newSenses(machine, from);
    feel(this.#senses, happeningsBetween(machine, from - BEFORE, from));
    this.#random = randomOf("unit", machine.serial, from);
    this.#ahead = clockAhead(machine, faults);
    if (filledFirst)
      this.#unsent.push({ id: "first filling", t: "maintenance", at: this.#clock(from), filled: true, cleaned: true });
  }

  /** Events and files that were not answered for. */
  get waiting(): number {
    return this.#unsent.length + this.#files.length;
  }

  /** The machine lives on until `to`: what happens goes into the unit's buffer. */
  live(to: Moment): void {
    const { readEvery } = this.options;
    for (const read of readEvery ? this.#readMoments(to, readEvery) : []) this.#until(read, true);
    this.#until(to, false);
  }

  #readMoments(to: Moment, every: Moment): Moment[] {
    const own = whole(randomOf("own minute", this.options.machine.serial), 0, every / MINUTE - 1) * MINUTE;
    const first = Math.floor((this.#lived - own) / every) * every + own + every;
    return Array.from(
      { length: Math.max(0, Math.ceil((to - first) / every)) },
      (_, index) => first + index * every,
    ).filter((at) => at <= to);
  }

  #until(to: Moment, thenRead: boolean): void {
    const { meter, ledger, faults } = this.options;
    const machine = this.#machine;
    const happened = happeningsBetween(machine, this.#lived, to);
    this.#lived = Math.max(to, this.#lived);
    ledger?.write(machine, happened);
    count(meter, machine, happened);
    feel(this.#senses, happened);
    for (const one of happened) this.#unsent.push(...eventsOf(machine, one, this.#clock));
    if (thenRead && this.#senses.mains && !chance(this.#random, faults.missed)) this.#read(to, "schedule");
  }

  #read(at: Moment, reason: string): void {
    this.#files.push({ at, reason, text: readOut(this.#machine, this.options.meter, at) });
  }

  readonly #clock = (at: Moment): string => new Date(at + this.#ahead).toISOString();

  /** Says that it is there, hands in what waits, and does what it is told. `now` is the real moment, whatever time its machine lives in. */
  async talk(now: Moment): Promise<void> {
    const { repeated, unheard, reordered } = this.options.faults;
    do {
      const start = chance(this.#random, reordered)
        ? Math.floor(this.#random() * Math.max(1, this.#unsent.length - BATCH_EVENTS))
        : 0;
      this.#unsent = await asked(this.#unsent, now + this.#ahead, this.#ask);
      const events = this.#unsent.slice(start, start + BATCH_EVENTS);
      const answer = await this.#call(this.#batch(events, now));
      if (!answer) return;
      if (chance(this.#random, unheard)) continue;
      if (events.length && chance(this.#random, repeated))
        await this.#call(this.#batch(chance(this.#random, 0.5) ? events.toReversed() : events, now));
      this.#unsent.splice(start, events.length);
      for (const command of answer.commands) await this.#obey(command, now);
    } while (this.#unsent.length);
    await this.#handIn(now);
  }

  /** Whether a card or a code may pay, and what is taken; undefined when nobody answered. */
  readonly #ask = async ({ id, cell, price, paid }: AskedSale) => {
    const ask = JSON.stringify({ id, kind: paid.card, code: paid.code, cell, price });
    const answer = await this.#reach("/telemetry/authorise", { "Content-Type": "application/json" }, ask);
    return answer?.ok ? await askAnswerOf(answer) : undefined;
  };

  #batch(events: readonly object[], now: Moment): BatchInput {
    return {
      ...pingOf(this.options.machine, this.#senses, now),
      seq: ++this.#sequence,
      sent_at: this.#clock(now),
      events,
    };
  }

  /** Undefined when it was not taken: it stays in the buffer. A broken connection is no wonder for a unit. */
  async #call(batch: BatchInput): Promise<BatchAnswer | undefined> {
    const answer = await this.#reach("/telemetry/batch", { "Content-Type": "application/json" }, JSON.stringify(batch));
    return answer?.ok ? envelope.parse(await answer.json()).data : undefined;
  }

  async #reach(path: string, headers: Record<string, string>, body?: string): Promise<Response | undefined> {
    const { machine, secret, link } = this.options;
    try {
      return await link(path, {
        method: body === undefined ? "GET" : "POST",
        headers: { "X-Device": machine.unit.serial, Authorization: secret, ...headers },
        body,
      });
    } catch {
      return undefined;
    }
  }

  async #handIn(now: Moment): Promise<void> {
    for (let file = this.#files[0]; file; file = this.#files[0]) {
      const answer = await this.#reach(
        "/telemetry/audit",
        {
          "Content-Type": "text/plain",
          "X-Read-Reason": file.reason,
          "X-Read-At": this.#clock(file.at),
          "X-Sent-At": this.#clock(now),
        },
        file.text,
      );
      if (!answer?.ok) return;
      await answer.arrayBuffer();
      this.#files.shift();
    }
  }

  /** Carries a command out once, however often it comes; what it did is an event like any other. */
  async #obey(command: UnitCommand, now: Moment): Promise<void> {
    if (this.#done.has(command.id)) return;
    this.#done.add(command.id);
    this.#say(command, now, "delivered");
    switch (command.name) {
      case "restart":
      case "restart_telemetry":
        this.#senses.bootedAt = now;
        this.#unsent.push({ id: `restart/${command.id}`, t: "restart", at: this.#clock(now), reason: command.name });
        break;
      case "request_statistics":
        this.#read(Math.max(this.#lived, now), "request");
        break;
      case "skip_statistics":
        this.#files.pop();
        break;
      case "set_prices":
        this.#setPrices(command.prices ?? []);
        this.#read(Math.max(this.#lived, now), "request");
        break;
      case "credit_added":
      case "paid":
      case "start":
        this.#unsent.push(...paymentEvents(command, this.#clock, now, this.#random));
        return;
      case "firmware_update":
      case "emergency_update":
        return this.#install(command, now);
    }
    this.#say(command, now, "done");
  }

  /** The machine charges this from now on; what it has no cell for it does not know. */
  #setPrices(prices: NonNullable<UnitCommand["prices"]>): void {
    const priceOf = new Map(prices.map(({ cell, price }) => [cell, price]));
    const cells = this.#machine.cells.map((cell) => ({ ...cell, price: priceOf.get(cell.selection) ?? cell.price }));
    this.#machine = { ...this.#machine, cells };
    for (const product of this.options.meter.products) product.price = priceOf.get(product.selection) ?? product.price;
  }

  #say(
    command: UnitCommand,
    now: Moment,
    state: "delivered" | "done" | "failed",
    more: { progress?: number; message?: string } = {},
  ): void {
    this.#unsent.push({
      id: `command/${command.id}/${state}/${more.progress ?? ""}`,
      t: "command_result",
      at: this.#clock(now),
      command: command.id,
      state,
      ...more,
    });
  }

  /** Fetches an image piece by piece and installs it when its hash is right. */
  async #install(command: UnitCommand, now: Moment): Promise<void> {
    const { firmware } = command;
    if (!firmware) return this.#say(command, now, "failed", { message: "no image" });
    const hash = createHash("sha256");
    for (let from = 0; from < firmware.size; ) {
      const answer = await this.#reach(`/telemetry/firmware/${firmware.id}`, {
        Range: `bytes=${from}-${from + PIECE - 1}`,
      });
      if (answer?.status !== 206)
        return this.#say(command, now, "failed", { message: `image: ${answer?.status ?? "no answer"}` });
      const piece = new Uint8Array(await answer.arrayBuffer());
      hash.update(piece);
      from += piece.length;
      if (from < firmware.size)
        this.#say(command, now, "delivered", { progress: Math.floor((from / firmware.size) * 100) });
    }
    if (hash.digest("hex") !== firmware.sha256) return this.#say(command, now, "failed", { message: "wrong hash" });
    this.#senses.firmware = firmware.release;
    this.#senses.bootedAt = now;
    this.#unsent.push({
      id: `firmware/${command.id}`,
      t: "firmware",
      at: this.#clock(now),
      version: firmware.release,
      result: "installed",
    });
    this.#say(command, now, "done");
  }
}
