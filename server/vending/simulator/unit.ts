import { createHash } from "node:crypto";
import { z } from "zod";
import { type BatchAnswer, batchAnswerSchema, type BatchInput, type UnitCommand } from "~server/contract/telemetry";
import { HOUR, MINUTE, type Moment } from "../demonstration/calendar";
import { happeningsBetween, isCutOff } from "../demonstration/day";
import { readOut } from "../demonstration/file";
import type { Machine } from "../demonstration/machines";
import { count, type Meter } from "../demonstration/meter";
import { chance, type Random, randomOf, whole } from "../demonstration/random";
import { eventsOf } from "./events";
import type { Ledger } from "./ledger";

/** How a unit reaches the gateway: as `fetch` does. */
export type Link = (path: string, init: { method: string; headers: Record<string, string>; body?: string }) => Promise<Response>;

/** How often things go wrong between a unit and the gateway, as probabilities. */
export interface Faults {
  /** A batch is sent although it was answered. */
  repeated: number;
  /** The answer to a batch is lost, so that it is sent again. */
  unheard: number;
  /** A batch goes before older ones. */
  reordered: number;
  /** An audit file that is due is never sent. */
  missed: number;
  /** Its clock is wrong for good, by hours or weeks; all others by seconds. */
  wrongClock: number;
}
export const NO_FAULTS: Faults = { repeated: 0, unheard: 0, reordered: 0, missed: 0, wrongClock: 0 };
export const USUAL_FAULTS: Faults = { repeated: 0.04, unheard: 0.02, reordered: 0.1, missed: 0.05, wrongClock: 0.03 };

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
}

const envelope = z.object({ data: batchAnswerSchema });
/** Most events of a batch. */
const MOST = 150;
/** A firmware image is fetched in pieces of this many bytes. */
const PIECE = 64 * 1024;
const OPERATORS = ["25501", "25503", "25506"];

/** A telemetry unit and the machine it sits in, alike for the same seed whatever happens on the way. */
export class SimulatedUnit {
  #lived: Moment;
  #unsent: object[] = [];
  #files: { at: Moment; reason: string; text: string }[] = [];
  #sequence = 0;
  #opened = false;
  #mains = true;
  #warmth: number | undefined;
  #firmware = "2.4.1";
  #bootedAt: Moment;
  readonly #done = new Set<number>();
  readonly #random: Random;
  readonly #ahead: Moment;

  constructor(readonly options: UnitOptions) {
    const { machine, from, faults } = options;
    this.#lived = from;
    this.#bootedAt = from - whole(randomOf("boot", machine.serial), 1, 40) * 24 * HOUR;
    this.#random = randomOf("unit", machine.serial, from);
    const clock = randomOf("clock", machine.unit.serial);
    this.#ahead = chance(clock, faults.wrongClock) ? whole(clock, -30, 30) * 24 * HOUR + whole(clock, 1, 23) * HOUR : faults.wrongClock ? whole(clock, -40, 40) * 1_000 : 0;
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
    return Array.from({ length: Math.max(0, Math.ceil((to - first) / every)) }, (_, index) => first + index * every).filter((at) => at <= to);
  }

  #until(to: Moment, thenRead: boolean): void {
    const { machine, meter, ledger, faults } = this.options;
    const happened = happeningsBetween(machine, this.#lived, to);
    this.#lived = Math.max(to, this.#lived);
    ledger?.write(machine, happened);
    count(meter, machine, happened);
    for (const one of happened) {
      if (one.what === "opened" || one.what === "closed") this.#opened = one.what === "opened";
      if (one.what === "outage" || one.what === "power") this.#mains = one.what === "power";
      if (one.what === "warmth") this.#warmth = one.celsius;
      this.#unsent.push(...eventsOf(machine, one, this.#clock));
    }
    if (thenRead && this.#mains && !chance(this.#random, faults.missed)) this.#read(to, "schedule");
  }

  #read(at: Moment, reason: string): void {
    this.#files.push({ at, reason, text: readOut(this.options.machine, this.options.meter, at) });
  }

  readonly #clock = (at: Moment): string => new Date(at + this.#ahead).toISOString();

  /**
   * Says that it is there, hands in what waits, and does what it is told; nothing at all while it is cut off. `at` is the
   * machine's moment, `now` the real one: only a machine whose past is played has different ones.
   */
  async talk(at: Moment, now = at): Promise<void> {
    if (at === now && isCutOff(this.options.machine, at)) return;
    const { repeated, unheard, reordered } = this.options.faults;
    do {
      const start = chance(this.#random, reordered) ? Math.floor(this.#random() * Math.max(1, this.#unsent.length - MOST)) : 0;
      const events = this.#unsent.slice(start, start + MOST);
      const answer = await this.#call(this.#batch(events, now));
      if (!answer) return;
      if (chance(this.#random, unheard)) continue;
      if (events.length && chance(this.#random, repeated)) await this.#call(this.#batch(chance(this.#random, 0.5) ? events.toReversed() : events, now));
      this.#unsent.splice(start, events.length);
      for (const command of answer.commands) await this.#obey(command, now);
    } while (this.#unsent.length);
    await this.#handIn(now);
  }

  #batch(events: readonly object[], now: Moment): BatchInput {
    const { machine } = this.options;
    const signal = randomOf("rssi", machine.serial, Math.floor(now / HOUR));
    return {
      imei: machine.unit.serial, seq: ++this.#sequence, sent_at: this.#clock(now), fw: this.#firmware, uptime_s: Math.round((now - this.#bootedAt) / 1_000),
      net: { operator: OPERATORS[whole(randomOf("sim", machine.serial), 0, 2)], rssi: -whole(signal, 58, 104), type: "lte" },
      power: { mains: this.#mains, mv: this.#mains ? 24_100 : 11_800 }, door: machine.quirk === "no_clock" ? "disabled" : this.#opened ? "opened" : "closed",
      ...(this.#warmth === undefined ? {} : { temp_c: [this.#warmth] }), events,
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
      return await link(path, { method: body === undefined ? "GET" : "POST", headers: { "X-Device": machine.unit.serial, Authorization: secret, ...headers }, body });
    } catch {
      return undefined;
    }
  }

  async #handIn(now: Moment): Promise<void> {
    for (let file = this.#files[0]; file; file = this.#files[0]) {
      const answer = await this.#reach("/telemetry/audit", { "Content-Type": "text/plain", "X-Read-Reason": file.reason, "X-Read-At": this.#clock(file.at), "X-Sent-At": this.#clock(now) }, file.text);
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
      case "restart": case "restart_telemetry":
        this.#bootedAt = now;
        this.#unsent.push({ id: `restart/${command.id}`, t: "restart", at: this.#clock(now), reason: command.name });
        break;
      case "request_statistics": this.#read(Math.max(this.#lived, now), "request"); break;
      case "skip_statistics": this.#files.pop(); break;
      case "firmware_update": case "emergency_update": return this.#install(command, now);
    }
    this.#say(command, now, "done");
  }

  #say(command: UnitCommand, now: Moment, state: "delivered" | "done" | "failed", more: { progress?: number; message?: string } = {}): void {
    this.#unsent.push({ id: `command/${command.id}/${state}/${more.progress ?? ""}`, t: "command_result", at: this.#clock(now), command: command.id, state, ...more });
  }

  /** Fetches an image piece by piece and installs it when its hash is right. */
  async #install(command: UnitCommand, now: Moment): Promise<void> {
    const { firmware } = command;
    if (!firmware) return this.#say(command, now, "failed", { message: "no image" });
    const hash = createHash("sha256");
    for (let from = 0; from < firmware.size; ) {
      const answer = await this.#reach(`/telemetry/firmware/${firmware.id}`, { Range: `bytes=${from}-${from + PIECE - 1}` });
      if (answer?.status !== 206) return this.#say(command, now, "failed", { message: `image: ${answer?.status ?? "no answer"}` });
      const piece = new Uint8Array(await answer.arrayBuffer());
      hash.update(piece);
      from += piece.length;
      if (from < firmware.size) this.#say(command, now, "delivered", { progress: Math.floor((from / firmware.size) * 100) });
    }
    if (hash.digest("hex") !== firmware.sha256) return this.#say(command, now, "failed", { message: "wrong hash" });
    this.#firmware = firmware.release;
    this.#bootedAt = now;
    this.#unsent.push({ id: `firmware/${command.id}`, t: "firmware", at: this.#clock(now), version: firmware.release, result: "installed" });
    this.#say(command, now, "done");
  }
}

