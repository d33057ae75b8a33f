import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, rows, run } from "../database/query";
import * as tables from "../tables";
import { insertAll, insertParts } from "./insert";
import { randomOf, whole } from "./random";

const WAREHOUSES = [
  { name: "Склад Київ", address: "Київ, вул. Бориспільська, 9", latitude: 50.4337, longitude: 30.6452 },
  { name: "Склад Львів", address: "Львів, вул. Городоцька, 300", latitude: 49.8327, longitude: 23.9512 },
] as const;

/** Crews by the regions they drive through; the last one stands in for the others. */
export const CREWS = [
  { name: "Екіпаж Київ-1", warehouse: 0, regions: ["AA"], plate: "AA4127KC", brand: "Renault Master" },
  {
    name: "Екіпаж Центр",
    warehouse: 0,
    regions: ["AB", "AM", "BI", "CA", "BX"],
    plate: "AI2085PO",
    brand: "Citroën Jumper",
  },
  {
    name: "Екіпаж Захід",
    warehouse: 1,
    regions: ["BC", "AT", "BO", "BK", "AC", "CE", "AO"],
    plate: "BC7731HE",
    brand: "Volkswagen Crafter",
  },
  {
    name: "Екіпаж Південь-Схід",
    warehouse: 0,
    regions: ["BH", "AX", "AE", "AP"],
    plate: "BH3490TA",
    brand: "Peugeot Boxer",
  },
  { name: "Резервний екіпаж", warehouse: 0, regions: [], plate: "KA5512BX", brand: "Renault Trafic" },
] as const;

const idRow = z.object({ id: z.number() });
const found = async (tx: Db, query: ReturnType<typeof sql>) => (await rows(tx, idRow, query)).map(({ id }) => id);

/** Warehouses with what lies there, crews with their machines and vans, groups of places. */
export async function addLogistics(tx: Db): Promise<void> {
  const technicians = await found(tx, sql`select id from users where role = 'FIELD_TECHNICIAN' order by id`);
  const warehouses = await insertAll(
    tx,
    tables.warehouses,
    WAREHOUSES.map((one, index) => ({ ...one, responsible_id: technicians[index] ?? null })),
  );
  const crews: number[] = [];
  for (const [index, { name, warehouse, regions }] of CREWS.entries()) {
    const inRegions = sql`any(${sql.param([...regions])}::text[])`;
    const devices = await found(
      tx,
      sql`select d.id from devices d join locations l on l.id = d.location_id where l.region = ${inRegions} order by d.id`,
    );
    const [crew = 0] = await insertAll(tx, tables.crews, [
      {
        name,
        type: regions.length ? "CREW" : "REPLACEMENT",
        warehouse_id: warehouses[warehouse],
        members: technicians.slice(index % 2, (index % 2) + 1),
        devices,
      },
    ]);
    crews.push(crew);
    if (!regions.length) continue;
    const locations = await found(tx, sql`select id from locations where region = ${inRegions} order by id`);
    await insertAll(tx, tables.locationGroups, [{ name: name.replace("Екіпаж", "Маршрут"), crew_id: crew, locations }]);
  }
  await run(tx, sql`update crews set replacement_crews = ${sql.param(crews.slice(-1))}::integer[] where type = 'CREW'`);
  await insertAll(
    tx,
    tables.crewVehicles,
    CREWS.map(({ plate, brand }, index) => ({
      license_plate: plate,
      brand,
      max_load_weight: 900,
      volume: 8.5,
      crew_id: crews[index] ?? null,
    })),
  );
  await addStock(tx, warehouses);
}

/** One receipt a warehouse, as a person's would be: the move, its lines, and what then lies there. */
async function addStock(tx: Db, warehouses: readonly number[]): Promise<void> {
  const ingredients = await rows(
    tx,
    z.object({ id: z.number(), unit: z.string(), price: z.number() }),
    sql`select id, unit, price from ingredients where type <> 'EXTERNAL' order by id`,
  );
  const [author] = await rows(
    tx,
    z.object({ id: z.number(), full_name: z.string() }),
    sql`select id, full_name from users where role = 'FIELD_TECHNICIAN' order by id limit 1`,
  );
  if (!author) return;
  const moves = await insertAll(
    tx,
    tables.stockMoves,
    warehouses.map((id) => ({
      kind: "RECEIPT",
      from_place: "OUTSIDE",
      from_id: null,
      to_place: "WAREHOUSE",
      to_id: id,
      comment: "Перше надходження",
      author_id: author.id,
      author: author.full_name,
      key: `demonstration-${id}`,
      digest: "",
    })),
  );
  const random = randomOf("stock");
  const lines = warehouses.flatMap((warehouse, index) =>
    ingredients.map(({ id, unit, price }, position) => {
      const quantity = unit === "PC" ? whole(random, 40, 400) * 10 : whole(random, 20, 160) * 1_000;
      return {
        warehouse,
        move_id: moves[index] ?? 0,
        position,
        ingredient_id: id,
        quantity,
        price: Math.round((price * quantity) / (unit === "PC" ? 1 : 100)),
      };
    }),
  );
  await insertParts(
    tx,
    tables.stockMoveLines,
    lines.map(({ warehouse: _, ...line }) => line),
  );
  await insertParts(
    tx,
    tables.stock,
    lines.map(({ warehouse, ingredient_id, quantity }) => ({
      place: "WAREHOUSE",
      place_id: warehouse,
      ingredient_id,
      quantity,
    })),
  );
}
