import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { askAnswerSchema, HOLD_SECONDS } from "~server/contract/authorise";
import { writeMoves } from "~server/vending/areas/keys/ledger";
import { given, rows, transaction } from "~server/vending/database/query";
import type { Machine } from "~server/vending/demonstration/machines";
import { type Random, whole } from "~server/vending/demonstration/random";
import { secretOf } from "./month";
import type { Service } from "./service";

/** Keys with money on them, kopecks, put straight into the database. */
export async function addKeys({ pool }: Pick<Service, "pool">, count: number, money: number) {
  const list = Array.from({ length: count }, (_, index) => ({ key: String(7_000_000_000 + index), type: "BALANCE" }));
  return transaction(pool, async (tx) => {
    const made = await rows(
      tx,
      z.object({ id: z.number(), key: z.string() }),
      sql`insert into key_wallets (key, type) select key, type from ${given(list, "key text, type text")} returning id, key`,
    );
    await writeMoves(
      tx,
      made.map(({ id }) => ({ wallet: id, type: "balance", amount: money, at: Date.now(), key: "issue" })),
    );
    return made;
  });
}

const answer = z.object({ data: askAnswerSchema });

/** Somebody with a key at a machine, whose unit says everything again until it was heard. Prices in kopecks. */
export class Buyer {
  /** What was vended, by key; `late` when it was heard after its money was no longer held for it. */
  readonly vended: { key: string; price: number; late: boolean }[] = [];
  #unheard: { path: string; body: string; heard(text: string): void }[] = [];
  #sold = 0;
  readonly #headers: Record<string, string>;

  constructor(
    readonly api: string,
    readonly machine: Machine,
    readonly random: Random,
  ) {
    this.#headers = {
      "x-device": machine.unit.serial,
      authorization: `Bearer ${secretOf(machine)}`,
      "content-type": "application/json",
    };
  }

  /** Asks, and vends when it may; now and then the vend fails, or the machine falls silent. */
  buy(key: string): void {
    const cell = this.machine.cells[whole(this.random, 0, this.machine.cells.length - 1)];
    const [id, price] = [randomUUID(), cell?.price ?? 1_000];
    const asked = Date.now();
    const body = JSON.stringify({ id, kind: "rfid", code: key, cell: cell?.selection ?? "1", price });
    this.#unheard.push({
      path: "/telemetry/authorise",
      body,
      heard: (text) => {
        const chance = this.random();
        if (answer.parse(JSON.parse(text)).data.result !== "accepted" || chance < 0.05) return;
        const result = chance < 0.15 ? "vend_fail" : "vend_success";
        const vend = { key, price, late: false };
        if (result === "vend_success") this.vended.push(vend);
        const paid = { card: "rfid", code: key, hold: id };
        this.#tell({ cell: cell?.selection, price, source: "cashless1", result, paid }, () => {
          vend.late = Date.now() - asked > HOLD_SECONDS * 1_000;
        });
      },
    });
  }

  #tell(sale: object, heard: () => void): void {
    // Vends of a machine stand apart: what is the same to the second would be one told twice.
    const at = new Date(Date.now() - 3_600_000 * 24 + ++this.#sold * 1_000).toISOString();
    const events = [{ id: `sale ${this.#sold}`, t: "sale", at, ...sale }];
    this.#unheard.push({
      path: "/telemetry/batch",
      body: JSON.stringify({ sent_at: new Date().toISOString(), events }),
      heard,
    });
  }

  /** Says what waits, in order; answers how long each took in ms. Ends early when nobody hears it. */
  async say(): Promise<number[]> {
    const took: number[] = [];
    for (let next = this.#unheard[0]; next; next = this.#unheard[0]) {
      const started = performance.now();
      const text = await this.#send(next.path, next.body);
      if (text === undefined) break;
      if (next.path.endsWith("authorise")) took.push(performance.now() - started);
      this.#unheard.shift();
      next.heard(text);
    }
    return took;
  }

  /** Undefined when it was not heard. */
  async #send(path: string, body: string): Promise<string | undefined> {
    try {
      const reply = await fetch(this.api + path, { method: "POST", headers: this.#headers, body });
      const text = await reply.text();
      return reply.ok ? text : undefined;
    } catch {
      return undefined;
    }
  }

  get waits(): boolean {
    return this.#unheard.length > 0;
  }
}
