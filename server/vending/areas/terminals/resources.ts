import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { fiscalCashier } from "~server/contract/entities/checkbox_cashiers";
import { firmware } from "~server/contract/entities/firmwares";
import { pax } from "~server/contract/entities/pax";
import { byDevice, companyStaff, everyone } from "../../access";
import { one, run } from "../../database/query";
import { invalid } from "../../fault";
import { defineResource } from "../../resource/resource";
import * as tables from "../../tables";
import { orderOf } from "../fiscal/orders";
import { forgetDesk } from "../fiscal/removing";

const ofImage = (column: string) => (t: SQL) =>
  sql`(select f.${sql.identifier(column)} from files f where f.id = ${t}.image_id)`;

export const firmwareResource = defineResource(firmware, {
  table: tables.firmwares,
  visible: everyone,
  computed: { size: ofImage("size"), sha256: ofImage("sha256") },
  uniques: {
    firmwares_name_release_key: { field: "release", key: "taken" },
    firmwares_image_key: { field: "image", key: "incorrect" },
  },
});

export const paxResource = defineResource(pax, {
  table: tables.paxTerminals,
  visible: byDevice(),
  place: "device",
  async prepare(tx, values, { id }) {
    if (values.device === null) return;
    // Two terminals that are put into one machine at once wait for each other here.
    await run(tx, sql`select d.id from devices d where d.id = ${values.device} for no key update`);
    const other = await one(
      tx,
      z.object({ id: z.number() }),
      sql`select p.id from pax_terminals p where p.device_id = ${values.device} and p.id is distinct from ${id ?? null}::integer limit 1`,
    );
    if (other) throw invalid({ device: [{ key: "device_has_pax" }] });
  },
  uniques: { pax_terminals_serial_key: { field: "serial", key: "taken" } },
});

export const fiscalCashierResource = defineResource(fiscalCashier, {
  table: tables.fiscalCashiers,
  visible: companyStaff,
  uniques: { fiscal_cashiers_fiscal_number_key: { field: "fiscal_number", key: "taken" } },
  removing: forgetDesk,
  calls: {
    open: orderOf("open"),
    close: orderOf("close"),
    test_access: orderOf("test_access"),
    x_report: orderOf("x_report"),
  },
});
