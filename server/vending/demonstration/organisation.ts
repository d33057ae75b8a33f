import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, only, rows, run } from "../database/query";
import { sha256 } from "../secrets";
import * as tables from "../tables";
import { idsBy, insertAll } from "./insert";
import { randomOf, whole } from "./random";

const DIVISIONS = [
  { name: "Центр", external_id: "C-1", regions: ["AA", "AI", "AM", "CA", "CB", "BI", "AB", "BA"] },
  { name: "Захід", external_id: "W-1", regions: ["BC", "AT", "BO", "BK", "AC", "BX", "CE", "AO"] },
  { name: "Південь і схід", external_id: "SE-1", regions: ["BH", "AX", "AE", "AP", "BE", "BT", "BM"] },
] as const;

/** The second stands below the first, which must have one. */
const FRANCHISES = [
  { name: "ФОП Гаврилюк, Поділля", region: "AB", royalty: 12, phone: "+380430000301" },
  { name: "Кавова мережа «Бужанка»", region: "BX", royalty: 10, phone: "+380380000302" },
  { name: "ТОВ «Карпати Вендинг»", region: "AT", royalty: 14, phone: "+380340000303" },
] as const;

const FIRMWARE = [
  { name: "Kava-Link", release: "2.3.8", type: "TELEMETRY", active: false, note: "Попередня версія" },
  {
    name: "Kava-Link",
    release: "2.4.1",
    type: "TELEMETRY",
    active: true,
    note: "Швидше відновлює зв’язок після вимкнення живлення",
  },
] as const;
const IMAGE_BYTES = 48 * 1024;

const CASH_DESKS = [
  { name: "Каса 1, Кава Поруч", company: 0, fiscal_number: "4000123401", cashier_login: "kava-poruch-1" },
  { name: "Каса 2, Кава Поруч", company: 0, fiscal_number: "4000123402", cashier_login: "kava-poruch-2" },
  { name: "Каса АЗС, Смак у дорозі", company: 1, fiscal_number: "4000223403", cashier_login: "smak-1" },
] as const;

/** Divisions by region, franchises with places of theirs, cash desks, terminals and firmware. */
export async function addOrganisation(tx: Db, companies: readonly number[]): Promise<void> {
  await addDivisions(tx);
  await addFranchises(tx, companies);
  await addCashDesks(tx, companies);
  await addTerminals(tx);
  await addFirmware(tx);
}

async function addDivisions(tx: Db): Promise<void> {
  const ids = await insertAll(
    tx,
    tables.divisions,
    DIVISIONS.map(({ name, external_id }) => ({ name, external_id, note: null })),
  );
  const idOf = idsBy(DIVISIONS, (one) => one.name, ids);
  for (const { name, regions } of DIVISIONS)
    await run(
      tx,
      sql`update locations set division_id = ${idOf(name)} where region = any(${sql.param([...regions])}::text[])`,
    );
}

async function addFranchises(tx: Db, companies: readonly number[]): Promise<void> {
  const groups = await insertAll(
    tx,
    tables.userGroups,
    FRANCHISES.map(({ name }) => ({
      name,
      permissions: ["DEVICE_STATUS", "DEVICE", "LOCATION", "REPORT", "REPORT_FRANCHISE"],
    })),
  );
  const ids = await insertAll(
    tx,
    tables.franchises,
    FRANCHISES.map(({ name, royalty, phone }, index) => ({
      name,
      royalty_percent: royalty,
      phone,
      company_id: companies[0],
      user_group_id: groups[index],
      must_have_dependants: index === 0,
    })),
  );
  await run(tx, sql`update franchises set parent_id = ${ids[0]} where id = ${ids[1]}`);
  for (const [index, { region }] of FRANCHISES.entries())
    await run(tx, sql`update locations set franchise_id = ${ids[index]} where region = ${region}`);
}

async function addCashDesks(tx: Db, companies: readonly number[]): Promise<void> {
  const ids = await insertAll(
    tx,
    tables.fiscalCashiers,
    CASH_DESKS.map(({ company, ...desk }, index) => ({
      ...desk,
      company_id: companies[company],
      state: index === 2 ? "CLOSED" : "OPEN",
    })),
  );
  await run(
    tx,
    sql`
    update locations l set fiscal_enabled = true, fiscal_tax_code = 1, fiscal_cashier_id = c.id
    from fiscal_cashiers c where c.id = any(${sql.param(ids)}::integer[]) and c.company_id = l.company_id and c.id % 2 = l.id % 2 and l.franchise_id is null`,
  );
}

/** A coffee machine is served every 120 to 200 cups (operating numbers). */
const ITEMS_PER_SERVICE = 200;

async function addTerminals(tx: Db): Promise<void> {
  const readers = await rows(
    tx,
    z.object({ id: z.number() }),
    sql`select id from devices where reader_type = 'PAX' order by id`,
  );
  const random = randomOf("pax");
  await insertAll(
    tx,
    tables.paxTerminals,
    readers.map(({ id }, index) => ({
      serial: `18${String(20_000_000 + whole(random, 0, 79_999_999))}`,
      device_id: id,
      terminal_id: `E10${String(4100 + index)}`,
      merchant_id: "S1A0B7KP",
      items_per_service: ITEMS_PER_SERVICE,
    })),
  );
}

async function addFirmware(tx: Db): Promise<void> {
  for (const one of FIRMWARE) {
    const random = randomOf("firmware", one.release);
    const image = Buffer.from(Array.from({ length: IMAGE_BYTES }, () => whole(random, 0, 255)));
    const { id } = await only(
      tx,
      z.object({ id: z.number() }),
      sql`
      insert into files (entity, field, name, mime, size, sha256, content, user_id)
      values ('firmware', 'image', ${`kava-link-${one.release}.bin`}, 'application/octet-stream', ${image.length}, ${sha256(image)}, ${image}, 0) returning id`,
    );
    await insertAll(tx, tables.firmwares, [{ ...one, image_id: id }]);
  }
}
