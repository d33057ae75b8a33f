import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { entityNamed } from "~server/contract/entities";
import { run } from "~server/vending/database/query";
import type { Person, TestApi } from "../api/app";
import { saved } from "../api/samples";
import { DAY, iso, vend } from "../api/unit";
import { CELLS, Network, next } from "./report-network";

const SOURCES = ["cash", "cash", "cashless1", "cashless2", "token", "unknown", "test", "free"];

/** A network that lives at random through the API: it moves, is handed over, restocked, repriced and corrected, since moments of more than a year, while it sells. */
export class Life extends Network {
  /** Every vend that was told, once: paid kopecks. */
  sold = 0;

  static async begin(api: TestApi, root: Person, draw: () => number): Promise<Life> {
    const life = new Life(api, root, draw);
    await life.found();
    return life;
  }

  #maybe = (kind: string): number | "" => (this.draw() < 0.2 ? "" : this.pick(this.of(kind)));

  /** Days ago: mostly of the last weeks, some of a year ago. */
  #ago = () => this.pick([3, 40, 40, 100, 420]) * this.draw() * DAY;

  #since(): Record<string, string> {
    const since = this.pick(["now", "always", "earlier", "earlier", "earlier"]);
    return since === "now" ? {} : { holds_from: since === "always" ? since : iso(Date.now() - this.#ago()) };
  }

  async #change(kind: string, id: number, values: Parameters<typeof saved>[3]): Promise<void> {
    const answer = await saved(this.root, entityNamed(kind), id, { ...values, ...this.#since() });
    // A location and its project may not be of two companies; what was moved keeps its unit.
    if (answer.fields.project || answer.fields.company || answer.fields.unit) return;
    expect([kind, values, answer.status, answer.error, answer.fields]).toEqual([kind, values, 200, null, {}]);
  }

  readonly #steps: Record<string, () => Promise<void>> = {
    sell: async () => {
      const unit = this.pick(this.units);
      const told = Array.from({ length: 14 }, () => {
        const [source, price] = [this.pick(SOURCES), 25 * Math.floor(this.draw() * 300)];
        const name = this.pick(["", "Еспресо", "Лате"]);
        const result = this.draw() < 0.1 ? "vend_fail" : "vend_success";
        if (result === "vend_success" && source !== "test" && source !== "free") this.sold += price;
        return vend({
          at: iso(Date.now() - this.#ago()),
          cell: this.pick(CELLS),
          price,
          source,
          result,
          ...(name && { name }),
        });
      });
      await unit.send({ events: told });
      // A unit that heard no answer says it again; one that was reset says it under new ids.
      if (this.draw() < 0.3) await unit.send({ events: told.slice(0, 4) });
      if (this.draw() < 0.3) await unit.send({ events: told.slice(4, 8).map((one) => ({ ...one, id: next("anew") })) });
    },
    move: () => this.#change("device", this.pick(this.of("device")), { location: this.#maybe("location") }),
    stock: () => this.#change("device", this.pick(this.of("device")), { planogram: this.#maybe("planogram") }),
    handOver: () => {
      const field = this.pick(["project", "company", "franchise", "division"]);
      return this.#change("location", this.pick(this.of("location")), { [field]: this.#maybe(field) });
    },
    found: () => this.#change("project", this.pick(this.of("project")), { company: this.#maybe("company") }),
    crew: () =>
      this.#change("crew", this.pick(this.of("crew").slice(0, 2)), {
        devices: this.of("device").filter(() => this.draw() < 0.5),
      }),
    replace: () =>
      this.#change("crew", this.pick(this.of("crew").slice(0, 2)), {
        replaced_by: this.pick(["", this.of("crew")[2] ?? ""]),
      }),
    group: () =>
      this.#change("location_group", this.pick(this.of("location_group")), {
        ...{ crew: this.pick(this.of("crew").slice(0, 2)) },
        locations: this.of("location").filter(() => this.draw() < 0.5),
      }),
    refill: () =>
      this.#change("planogram", this.pick(this.of("planogram")), {
        [`cells[${this.pick([0, 1, 2])}].recipe`]: this.pick(this.of("recipe")),
      }),
    contents: () =>
      this.#change("recipe", this.pick(this.of("recipe")), {
        [`ingredients[${this.pick([0, 1])}].quantity`]: String(1 + Math.floor(this.draw() * 40)),
      }),
    price: () => this.#change("ingredient", this.pick(this.of("ingredient")), this.priced()),
    discard: async () => {
      const kind = this.pick(["location", "project", "recipe"]);
      if (this.of(kind).length > 2) await this.remove(kind, this.pick(this.of(kind)));
    },
  };

  /** Some machines fall silent, some are put out of work or out of sight. */
  async quiet(): Promise<void> {
    const some = () => sql.param(this.of("device").filter(() => this.draw() < 0.3));
    const { pool } = this.api;
    await run(
      pool,
      sql`update device_states set last_contact_at = now() - interval '1 day' where device_id = any(${some()}::int[])`,
    );
    await run(pool, sql`update devices set in_work = not in_work where id = any(${some()}::int[])`);
    await run(pool, sql`update devices set hidden = not hidden where id = any(${some()}::int[])`);
  }

  /** Does something. */
  async step(): Promise<void> {
    const { sell } = this.#steps;
    const act = this.pick([sell, sell, sell, ...Object.values(this.#steps)]);
    await act?.();
  }
}
