import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import type { StatusRow } from "~server/contract/statuses";
import { allowed } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { toneOf } from "~/resource/tones";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";
import { ticketCell, troublesOf } from "./troubles.server";

/** Few columns of two lines each, so that they fit beside the map: where it stands, how, what is wrong and at which signal and temperature, who looks after it, what it sells. */
const COLUMNS = ["machine", "status", "troubles", "ticket", "sales"] as const;
/** On a phone what is wrong stands below the machine. */
const BRIEF: ReadonlySet<string> = new Set(["status", "troubles"]);

export const columnsOf = ({ t }: Pick<Context, "t">) =>
  COLUMNS.map(
    (key): Column => ({
      key,
      label: t(`statuses:column.${key}`),
      align: key === "sales" ? "end" : undefined,
      brief: BRIEF.has(key),
    }),
  );

export function rowOf(context: Context, row: StatusRow): Row {
  const { t, format, me } = context;
  const troubles = troublesOf(context, row);
  const status = `options:device_status.${row.status}`;
  return {
    id: String(row.id),
    href: allowed(me, listRequirement(device)) ? viewPath(device, row.id) : undefined,
    cells: [
      {
        text: row.serial_number,
        hint: [row.location?.label, row.city].filter(Boolean).join(", ") || t("dashboard:no_location"),
      },
      {
        text: t(status),
        ...toneOf("device_status", row.status),
        // That it is online is all there is to say.
        hint: row.status === "OFFLINE" && row.status_since ? format.age(row.status_since) : undefined,
      },
      {
        ...(troubles.length ? { text: troubles.join("; "), tone: "bad" } : { text: "—" }),
        hint: sensedOf(context, row),
      },
      ticketCell(context, row, troubles.length > 0 || row.status === "OFFLINE"),
      { text: format.money(row.today.amount), hint: soldOf(context, row) },
    ] satisfies Cell[],
  };
}

/** Signal and temperature: "-71 dBm, 92.4 °C". */
const sensedOf = ({ t, format }: Context, { rssi, temperature }: StatusRow) =>
  [
    ...(rssi === null ? [] : [t("statuses:dbm", { value: format.number(rssi) })]),
    ...(temperature === null ? [] : [t("statuses:celsius", { value: format.number(temperature, 1) })]),
  ].join(", ") || undefined;

/** Vends of today and the age of the last one: "31 vends, 5 min ago". */
const soldOf = ({ t, format }: Context, { today, last_sale_at: last }: StatusRow) =>
  last
    ? [
        ...(today.count ? [t("dashboard:vends", { count: today.count, shown: format.number(today.count) })] : []),
        format.age(last),
      ].join(", ")
    : t("statuses:no_sale");
