import { fieldOf, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { readsSchema } from "~server/contract/audit";
import { recordSchema } from "~server/contract/record";
import { deviceSalesSchema } from "~server/contract/sales";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { machineErrors } from "~/areas/help-desk/machine-errors.server";
import { salesChart } from "~/areas/sales-chart.server";
import { shown } from "~/resource/show.server";
import type { Cell } from "~/ui/data-table";
import { DEVICE, devicePath } from "./device.server";
import { summaryLabels } from "./labels";
import { readCells, readColumns } from "./notices.server";

const STATE = ["status", "last_contact_at", "last_sale_at", "last_read_at", "last_processed_at", "in_work", "next_service_on", "service_vends"];
const ABOUT = ["model", "device_type", "ownership_type", "location", "city", "region", "project", "planogram", "telemetry_type", "reader_type", "child_device", "note"];
const LATEST = 5;

/** The summary tab: state, thirty days of sales, the latest reads, what the machine is. */
export const summaryLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, t, format } = context;
  const [record, sales, reads] = await Promise.all([
    api.get(devicePath(params), recordSchema),
    api.get(devicePath(params, "/sales"), deviceSalesSchema),
    api.get(devicePath(params, "/audits"), readsSchema),
  ]);
  const described = (names: string[]) => names.map((name) => ({ label: t(`entities:device.fields.${name}`), ...withAge(context, name, shown(context, fieldOf(device, name), record[name]), record[name]) }));
  const base = viewPath(device, params.id ?? "");
  return {
    errors: await machineErrors(context, devicePath(params), record),
    state: described(STATE),
    about: described(ABOUT),
    total: t("sales:summary", { count: sales.total.count, shown: format.number(sales.total.count), amount: format.money(sales.total.amount) }),
    chart: salesChart(context, sales.days),
    columns: readColumns.map((key) => ({ key, label: t(`audits:column.${key}`), align: key === "vends" || key === "value" ? ("end" as const) : undefined })),
    reads: reads.items.slice(0, LATEST).map((read) => ({ id: `${read.file_id}/${read.report}`, href: `${base}/audits/${read.file_id}`, cells: readCells(context, read) })),
    allReads: `${base}/audits`,
    labels: pick(t, summaryLabels),
  };
});

/** A moment with its age: "06.05.2026, 14:30 (5 min ago)". */
function withAge({ format }: Context, name: string, cell: Cell, value: unknown): Cell {
  return name.endsWith("_at") && typeof value === "string" ? { ...cell, text: `${cell.text} (${format.age(value)})` } : cell;
}
