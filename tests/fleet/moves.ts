import { type SQL, sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type Rollup, soldIn, SUMS } from "~server/vending/areas/sales/rollups";
import { databaseError, list, only, rows, run, transaction } from "~server/vending/database/query";
import { HOUR, MINUTE, type Moment } from "~server/vending/demonstration/calendar";
import type { Happening } from "~server/vending/demonstration/happening";
import type { Machine } from "~server/vending/demonstration/machines";
import { pick, type Random, randomOf, whole } from "~server/vending/demonstration/random";
import { Ledger } from "~server/vending/simulator/ledger";

interface Sold {
  at: Moment;
  selection: string;
  amount: number;
}

/** A ledger that knows every single vend of each machine, by its serial number. */
export class VendLedger extends Ledger {
  readonly vends = new Map<string, Sold[]>();

  override write(machine: Machine, happened: readonly Happening[]): void {
    super.write(machine, happened);
    const vends = this.vends.get(machine.serial) ?? [];
    this.vends.set(machine.serial, vends);
    for (const one of happened) {
      if (one.what !== "vend" && one.what !== "test" && one.what !== "free") continue;
      const cell = machine.cells[one.cell];
      if (cell) vends.push({ at: one.at, selection: cell.selection, amount: one.what === "vend" ? cell.price : 0 });
    }
  }
}

/** What sales are cut by. */
export const CUTS = ["location_id", "franchise_id", "crew_id", "recipe_id"] as const;
type Cut = (typeof CUTS)[number];

const summed = (of: "count" | "amount") =>
  sql.join(
    SUMS.filter((sum) => sum.of === of && sum.column !== "failed_count").map(
      ({ column }) => sql`x.${sql.identifier(column)}`,
    ),
    sql` + `,
  );
const sold = (rollup: Rollup) =>
  sql`${summed("count")} as count, ${summed("amount")} as amount from ${soldIn(rollup, "2020-01-01", "2039-12-31")} x`;
/** Each cut from the rollup that knows it and is the smallest. */
const CUT_OF: Record<Cut, SQL> = {
  location_id: sql`select p.location_id as of, ${sold("sales_by_placement")} join placements p on p.id = x.placement_id`,
  franchise_id: sql`select t.franchise_id as of, ${sold("sales_by_territory")} join territories t on t.id = x.territory_id`,
  crew_id: sql`select t.crew_id as of, ${sold("sales_by_territory")} join territories t on t.id = x.territory_id`,
  recipe_id: sql`select x.recipe_id as of, ${sold("products_by_territory")}`,
};
type Sums = Record<string, { count: number; amount: number }>;

const ids = z.object({ id: z.number() });

/**
 * Moves, hands over and restocks a fleet while it is played, since moments that are past; and knows by itself where each
 * vend belongs.
 */
export class Moves {
  readonly ledger = new VendLedger();
  /** How many changes were made. */
  made = 0;
  readonly #random: Random;
  readonly #said = new Map<string, { from: Moment; value: number }[]>();
  readonly #serials = new Map<number, string>();
  #network: Record<"locations" | "franchises" | "crews" | "recipes" | "planograms" | "devices", number[]> | undefined;
  #cells: string[] = [];
  #going: Promise<void> = Promise.resolve();

  constructor(
    readonly pool: Pool,
    seed: string,
  ) {
    this.#random = randomOf("moves", seed);
  }

  /** Gives a fleet that stands nowhere its places, crews and planograms: so it always was. */
  async found(machines: readonly Machine[]): Promise<void> {
    const insert = async (count: number, of: (n: number) => SQL) => {
      const found: number[] = [];
      for (let n = 1; n <= count; n++) found.push((await only(this.pool, ids, sql`${of(n)} returning id`)).id);
      return found;
    };
    const franchises = await insert(4, (n) => sql`insert into franchises (name) values (${`Франшиза ${n}`})`);
    const locations = await insert(
      12,
      (n) =>
        sql`insert into locations (name, address, city, region) values (${`Точка ${n}`}, 'Шевченка, 1', 'Київ', 'AA')`,
    );
    const crews = await insert(5, (n) => sql`insert into crews (name, type) values (${`Екіпаж ${n}`}, 'CREW')`);
    const recipes = await insert(
      10,
      (n) => sql`insert into recipes (name, item_number) values (${`Напій ${n}`}, ${n})`,
    );
    const planograms = await insert(4, (n) => sql`insert into planograms (name) values (${`Планограма ${n}`})`);
    this.#cells = [...new Set(machines.flatMap(({ cells }) => cells.map(({ selection }) => selection)))];
    const devices = await rows(
      this.pool,
      ids.extend({ serial: z.string() }),
      sql`select id, serial_number as serial from devices where serial_number = any(${list(
        machines.map(({ serial }) => serial),
        "text",
      )}) order by id`,
    );
    this.#network = { franchises, locations, crews, recipes, planograms, devices: devices.map(({ id }) => id) };
    for (const { id, serial } of devices) this.#serials.set(id, serial);
    for (const location of locations)
      await this.#change(`location ${location} franchise`, pick(this.#random, franchises));
    for (const planogram of planograms)
      for (const cell of this.#cells) await this.#change(`cell ${planogram} ${cell}`, pick(this.#random, recipes));
    for (const { id } of devices) {
      await this.#change(`device ${id} planogram`, pick(this.#random, planograms));
      await this.#change(`device ${id} location`, pick(this.#random, locations));
      await this.#change(`device ${id} crew`, pick(this.#random, crews));
    }
  }

  /** Some changes since moments of the days before `at`; they go on beside the play, one after the other. */
  some(count: number, at: Moment): void {
    this.#going = this.#going.then(async () => {
      for (let n = 0; n < count; n++) await this.#one(at);
    });
  }

  async #one(at: Moment): Promise<void> {
    const network = this.#network;
    if (!network) throw new Error("nothing was founded");
    const random = this.#random;
    const subject = pick(random, [
      `device ${pick(random, network.devices)} location`,
      `device ${pick(random, network.devices)} crew`,
      `device ${pick(random, network.devices)} planogram`,
      `location ${pick(random, network.locations)} franchise`,
      `cell ${pick(random, network.planograms)} ${pick(random, this.#cells)}`,
      `price ${pick(random, network.planograms)} ${pick(random, this.#cells)}`,
    ]);
    const of = subject.startsWith("cell") ? "recipe" : (subject.split(" ")[2] ?? "");
    const values = {
      location: network.locations,
      crew: network.crews,
      planogram: network.planograms,
      franchise: network.franchises,
      recipe: network.recipes,
    };
    const value = subject.startsWith("price")
      ? whole(random, 1_000, 9_000)
      : pick(random, Object.entries(values).find(([name]) => name === of)?.[1] ?? []);
    const since = this.#quietMoment(subject, at);
    if (since === undefined || this.#held(subject, Infinity) === value) return;
    await this.#change(subject, value, since);
    this.made++;
  }

  /** A moment of the last days at which none of the machines that it touches sells: clocks are right to the minute only. */
  #quietMoment(subject: string, at: Moment): Moment | undefined {
    const [kind, id = ""] = subject.split(" ");
    const facts = kind === "location" ? "location" : kind === "device" ? undefined : "planogram";
    const touched = [...this.#serials].filter(([device]) =>
      facts === undefined
        ? String(device) === id
        : this.#said.get(`device ${device} ${facts}`)?.some(({ value }) => String(value) === id),
    );
    for (let tries = 0; tries < 30; tries++) {
      const since = at - Math.floor(this.#random() * 72 * HOUR);
      const isQuiet = touched.every(([, serial]) =>
        (this.ledger.vends.get(serial) ?? []).every((vend) => Math.abs(vend.at - since) > 2 * MINUTE),
      );
      if (isQuiet) return since;
    }
    return undefined;
  }

  /** Writes a change as a repair by hand would: the triggers do the rest. */
  async #change(subject: string, value: number, since?: Moment): Promise<void> {
    const [kind = "", id = "", what = ""] = subject.split(" ");
    const write: Record<string, SQL[]> = {
      "device location": [sql`update devices set location_id = ${value} where id = ${id}`],
      "device planogram": [sql`update devices set planogram_id = ${value} where id = ${id}`],
      "device crew": [
        sql`update crews set devices = case when id = ${value} then devices || ${Number(id)}::integer else array_remove(devices, ${Number(id)}::integer) end
          where (id = ${value}) <> (devices @> array[${Number(id)}::integer])`,
      ],
      "location franchise": [sql`update locations set franchise_id = ${value} where id = ${id}`],
    };
    const statements = write[`${kind} ${what}`] ?? [
      kind === "price"
        ? sql`update planogram_cells set price = ${value} where planogram_id = ${id} and cell = ${what}`
        : since === undefined
          ? sql`insert into planogram_cells (planogram_id, position, cell, recipe_id, price) values (${id}, ${this.#cells.indexOf(what)}, ${what}, ${value}, 3000)`
          : sql`update planogram_cells set recipe_id = ${value} where planogram_id = ${id} and cell = ${what}`,
    ];
    const from = since === undefined ? "-infinity" : new Date(since).toISOString();
    await untilTaken(() =>
      transaction(this.pool, async (tx) => {
        await run(tx, sql`select set_config('vending.holds_from', ${from}, true)`);
        for (const statement of statements) await run(tx, statement);
      }),
    );
    if (kind === "price") return;
    const said = this.#said.get(subject) ?? [];
    this.#said.set(subject, [...said, { from: since ?? -Infinity, value }]);
  }

  /** Later words stand over earlier ones. */
  #held(subject: string, at: Moment): number | undefined {
    return this.#said.get(subject)?.findLast(({ from }) => from <= at)?.value;
  }

  /** Sums by each cut: as every vend was, and as a rollup of the service has it. */
  async compared(): Promise<Record<Cut, { slow: Sums; found: Sums }>> {
    await this.#going;
    const slow: Record<Cut, Sums> = { location_id: {}, franchise_id: {}, crew_id: {}, recipe_id: {} };
    for (const [device, serial] of this.#serials)
      for (const { at, selection, amount } of this.ledger.vends.get(serial) ?? []) {
        const [location, planogram] = [
          this.#held(`device ${device} location`, at),
          this.#held(`device ${device} planogram`, at),
        ];
        const of: Record<Cut, number | undefined> = {
          location_id: location,
          franchise_id: this.#held(`location ${location} franchise`, at),
          crew_id: this.#held(`device ${device} crew`, at),
          recipe_id: this.#held(`cell ${planogram} ${selection}`, at),
        };
        for (const cut of CUTS) {
          const sum = (slow[cut][String(of[cut])] ??= { count: 0, amount: 0 });
          sum.count++;
          sum.amount += amount;
        }
      }
    const found = async (cut: Cut): Promise<Sums> => {
      const cells = await rows(
        this.pool,
        z.object({ of: z.string(), count: z.number(), amount: z.number() }),
        sql`select of::text, sum(count) as count, sum(amount) as amount from (${CUT_OF[cut]}) x group by 1 having sum(count) <> 0`,
      );
      return Object.fromEntries(cells.map(({ of, count, amount }) => [of, { count, amount }]));
    };
    return {
      location_id: { slow: slow.location_id, found: await found("location_id") },
      franchise_id: { slow: slow.franchise_id, found: await found("franchise_id") },
      crew_id: { slow: slow.crew_id, found: await found("crew_id") },
      recipe_id: { slow: slow.recipe_id, found: await found("recipe_id") },
    };
  }
}

/** Who waits for units in a circle is asked to try again, as people are. */
async function untilTaken(work: () => Promise<void>): Promise<void> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (databaseError(error)?.code !== "40P01") throw error;
    }
  }
}
