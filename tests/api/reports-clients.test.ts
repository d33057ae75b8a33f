import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { z } from "zod";
import { keyClient } from "~server/contract/entities/key_clients";
import { PAYMENT_SOURCES } from "~server/contract/enums";
import { foldSales } from "~server/vending/areas/sales/fold";
import { only, rows, run } from "~server/vending/database/query";
import { instantOf } from "~server/vending/time";
import { random } from "../unit/evadts/random";
import { idOf } from "./app";
import { dayOf, movingNetwork, reportFor, rowsOf, tallied } from "./moving";
import { made } from "./samples";
import { iso, MINUTE, vend } from "./unit";

const REPORT = "aggregated_sales_per_device_without_client";

interface Sale {
  device: number;
  at: number;
  source: string;
  price: number;
  /** A key of a client was held before the machine, or asked for. */
  ofClient: boolean;
}

it.each([1, 2, 3])("what keys of clients paid for stands beside what others paid: %d", async (seed) => {
  const draw = random(seed);
  const network = await movingNetwork(draw);
  const { api, root, pick, units } = network;
  const client = await made(root, keyClient);
  const keyOf = async (n: number, of?: number) => {
    const key = `0400${seed}00${n}`;
    idOf(await root.post("/key_wallets", { key, type: "BALANCE", ...(of ? { client: of } : {}) }));
    return key;
  };
  const ofClient = [await keyOf(1, client), await keyOf(2, client)];
  const ofNobody = [await keyOf(3), "04FFFFFFFF"];
  const sales: Sale[] = [];
  let serial = 0;
  /** Some moment of the past; now and then that in which a day begins. */
  const momentOf = () => {
    const at = network.earlier();
    return draw() < 0.3 ? instantOf(`${dayOf(at)}T00:00:00`) : Math.min(at, Date.now() - 5 * MINUTE);
  };
  // No two vends so near each other that a scan might be of either.
  const taken = new Set<string>();
  const sell = async () => {
    const unit = pick(units);
    for (let n = 0; n < 6; n++) {
      const [at, source, price] = [
        momentOf(),
        pick([...PAYMENT_SOURCES, "cashless1", "cashless1"] as const),
        100 * (1 + Math.floor(draw() * 60)),
      ];
      if ([-1, 0, 1].some((next) => taken.has(`${unit.device} ${Math.floor(at / (5 * MINUTE)) + next}`))) continue;
      taken.add(`${unit.device} ${Math.floor(at / (5 * MINUTE))}`);
      const held = pick([[], ofClient, ofClient, ofNobody]);
      // The reader tells of it a little before or after the vend, now and then twice: a key and then another.
      const scans = held.slice(0, draw() < 0.2 ? 2 : 1).map((code) => ({
        ...{
          id: `k${++serial}`,
          t: "rfid",
          at: iso(at + Math.floor((draw() - 0.5) * 3 * MINUTE)),
          code,
          result: "vended",
          cell: "7",
        },
        price,
      }));
      await unit.send({ events: [vend({ at: iso(at), source, price, cell: "7" }), ...scans] });
      const isByCard = source === "cashless1" || source === "free";
      // The machine asked before; now and then the reader tells of it, too, and not every ask comes to a sale of a client.
      // A vend whose scan was told is booked by it, and stands in no other ask.
      const ask = !(isByCard && held.length) && draw() < 0.4 ? pick(["captured", "captured", "released"]) : undefined;
      const asker = pick([client, client, null]);
      if (ask) await asked(unit.device, at, ask, asker);
      const isAsked = ask === "captured" && asker !== null;
      sales.push({ device: unit.device, at, source, price, ofClient: isAsked || (isByCard && held === ofClient) });
    }
  };
  /** An ask for the sale of a moment, a little before it. */
  const asked = async (device: number, at: number, state: string, of: number | null) => {
    const { id } = await only(
      api.pool,
      z.object({ id: z.string() }),
      sql`select id from sales where device_id = ${device} and sold_at = ${iso(at)}`,
    );
    await run(
      api.pool,
      sql`
      insert into authorisations (id, device_id, placement_id, card, code, wallet_id, client_id, price, result, state, at, sale_id)
      values (${randomUUID()}, ${device}, 1, 'rfid', 'x', 1, ${of}, 1, 'accepted', ${state}, ${iso(at - Math.floor(draw() * MINUTE))}, ${id})`,
    );
  };
  const paid = (of: readonly Sale[], sources: readonly string[]) => of.filter(({ source }) => sources.includes(source));
  const amount = (of: readonly Sale[]) => of.reduce((sum, { price }) => sum + price, 0);
  const check = async (step: number) => {
    // A day that begins with a sale of a client, of which the reader may have told on the day before.
    const nightly = sales.filter(({ at, ofClient }) => ofClient && at === instantOf(`${dayOf(at)}T00:00:00`));
    const day = nightly.length && draw() < 0.7 ? dayOf(pick(nightly).at) : undefined;
    const { from, to } = day ? { from: day, to: day } : network.days();
    const sources =
      draw() < 0.3 ? [pick(["cash", "cashless1", "token"])] : ["cash", "cashless1", "cashless2", "token", "unknown"];
    const asked = { from, to, ...(sources.length === 1 ? { source: sources } : {}) };
    const figures = (of: readonly Sale[]) => {
      const own = of.filter((one) => !one.ofClient);
      const by = (...some: string[]) =>
        paid(
          own,
          some.filter((one) => sources.includes(one)),
        );
      const groups = {
        cash: ["cash"],
        cashless1: ["cashless1"],
        cashless2: ["cashless2"],
        other: ["token", "unknown"],
      };
      const clients = paid(of, sources).filter((one) => one.ofClient);
      return {
        ...{ vends: by(...sources).length, amount: amount(by(...sources)) },
        ...Object.fromEntries(
          Object.entries(groups).flatMap(([name, some]) => [
            [`${name}_vends`, by(...some).length],
            [`${name}_amount`, amount(by(...some))],
          ]),
        ),
        ...{ client_vends: clients.length, client_amount: amount(clients) },
      };
    };
    for (const [n, { who, sees }] of network.viewers.entries()) {
      const known = sales.filter(
        ({ device, at }) => dayOf(at) >= from && dayOf(at) <= to && sees(network.placeOf(device, at), device),
      );
      const slow = tallied(known, ({ device }) => String(device), figures);
      const told = Object.entries(slow.rows).filter(([, { vends, client_vends }]) => vends || client_vends);
      expect([step, n, asked, rowsOf(await reportFor(who, REPORT, asked), "device")]).toEqual([
        ...[step, n, asked],
        { rows: Object.fromEntries(told), total: slow.total },
      ]);
    }
  };
  for (let step = 0; step < 24; step++) {
    await pick([sell, sell, network.change])();
    if (draw() < 0.3) await foldSales(api.pool);
    if (step % 3 === 2) await check(step);
  }
  expect(sales.filter((one) => one.ofClient).length).toBeGreaterThan(5);
  const apart = await rows(
    api.pool,
    z.object({ n: z.number() }),
    sql`select count(*) as n from scans k join sales s on s.device_id = k.device_id and s.id = k.sale_id where k.day <> s.day`,
  );
  expect(apart[0]?.n).toBeGreaterThan(0);
});
