import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import type { StatusRow } from "~server/contract/statuses";
import { allowed } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { errorWords } from "~/areas/error-words.server";
import { sinceOf } from "~/areas/objects/device/state-items.server";
import { toneOf } from "~/resource/tones";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";

/** Few columns of two lines each, so that they fit beside the map: where it stands, how, what is wrong, what it sells, its signal and temperature. */
const COLUMNS = ["machine", "status", "troubles", "sales", "signal"] as const;
const ENDS: ReadonlySet<string> = new Set(["sales", "signal"]);

export const columnsOf = ({ t }: Pick<Context, "t">) =>
  COLUMNS.map((key): Column => ({ key, label: t(`statuses:column.${key}`), align: ENDS.has(key) ? "end" : undefined }));

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
        hint: row.status_since ? sinceOf(context, row.status, row.status_since) : undefined,
      },
      troubles.length ? { text: troubles.join("; "), tone: "bad" } : { text: "—" },
      { text: format.money(row.today.amount), hint: soldOf(context, row) },
      {
        text: row.rssi === null ? "—" : t("statuses:dbm", { value: format.number(row.rssi) }),
        hint:
          row.temperature === null ? undefined : t("statuses:celsius", { value: format.number(row.temperature, 1) }),
      },
    ] satisfies Cell[],
  };
}

/** Vends of today and the age of the last one: "31 vends, 5 min ago". */
const soldOf = ({ t, format }: Context, { today, last_sale_at: last }: StatusRow) =>
  last
    ? [
        ...(today.count ? [t("dashboard:vends", { count: today.count, shown: format.number(today.count) })] : []),
        format.age(last),
      ].join(", ")
    : t("statuses:no_sale");

/** What somebody should look after, in words. */
function troublesOf({ t, format }: Context, { errors, mains, door, quiet, stops_at: stops }: StatusRow): string[] {
  return [
    ...errors.map((error) => `${error.raw}: ${errorWords(t, error)}`),
    ...(mains === false ? [t("statuses:state.power")] : []),
    ...(door === "opened" ? [t("statuses:state.door")] : []),
    ...(quiet
      ? [t(`statuses:quiet.${quiet.kind}`, { age: format.age(quiet.since), count: Math.round(quiet.expected) })]
      : []),
    ...(stops === null
      ? []
      : [
          Date.parse(stops) <= Date.now()
            ? t("statuses:has_run_out")
            : t("statuses:runs_out", { at: format.dateTime(stops) }),
        ]),
  ];
}
