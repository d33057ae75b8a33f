import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, only } from "../database/query";
import * as tables from "../tables";
import { insertAll } from "./insert";

/** What the dispatcher is told of; the rest stands on the screen of alerts alone. */
const RULES = [
  { name: "Немає живлення", cause: "power", minutes: 10, level: "critical", bell: true },
  { name: "Немає зв’язку", cause: "offline", minutes: 30, level: "warning", bell: true },
  { name: "Автомат не продає", cause: "quiet", minutes: 60, level: "warning", bell: true },
  { name: "Закінчилася вода", cause: "error", error_code: "EFB", minutes: 20, level: "warning", bell: true },
  // Of machines that cool; those that brew are as hot as water boils.
  {
    name: "Завелика температура",
    cause: "temperature",
    temperature_limit: 12,
    minutes: 30,
    level: "critical",
    bell: true,
  },
  { name: "Двері відчинено", cause: "door", minutes: 60, level: "warning", bell: false },
  { name: "Невдалі видачі", cause: "failed_vends", failed_percent: 20, minutes: 30, level: "warning", bell: false },
  { name: "Закінчується товар", cause: "runs_out", minutes: 0, level: "info", bell: false },
  { name: "Повна грошова скринька", cause: "cash", cash_limit: 4_000_00, minutes: 0, level: "info", bell: false },
  { name: "Каса не працює як слід", cause: "desk", minutes: 15, level: "warning", bell: false },
] as const;

/** Rules of alerts, as a network of this size has them. */
export async function addAlertRules(tx: Db): Promise<void> {
  const { dispatcher, chilled } = await only(
    tx,
    z.object({ dispatcher: z.number(), chilled: z.array(z.number()) }),
    sql`select user_id as dispatcher, (select array_agg(id order by id) from device_models where device_type = 'SNACK') as chilled
      from demonstration_accounts where account = 'dispatcher'`,
  );
  await insertAll(
    tx,
    tables.alertRules,
    RULES.map(({ bell, ...rule }) => ({
      ...{ active: true, error_code: null, temperature_limit: null, failed_percent: null, cash_limit: null, ...rule },
      ...{ channels: bell ? ["bell"] : [], people: bell ? [dispatcher] : [] },
      models: rule.cause === "temperature" ? chilled : [],
    })),
  );
}
