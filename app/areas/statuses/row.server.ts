import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import type { StatusRow } from "~server/contract/statuses";
import { allowed, seesMoney } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { toneOf } from "~/resource/tones";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";
import { actionCells, actionColumns } from "./action.server";
import { placeOf, ticketCell, troublesLine, troublesOf } from "./troubles.server";

/** Few columns of a line each, so that a screen shows many machines: where it stands, what is wrong, who looks after it, what is done, what it sells. On a phone what is wrong stands below the machine. */
const COLUMNS = ["machine", "state", "ticket"] as const;

export const columnsOf = (context: Context): Column[] => [
  ...COLUMNS.map((key) => ({ key, label: context.t(`statuses:column.${key}`), brief: key === "state" })),
  ...actionColumns(context),
  {
    key: "sales",
    label: context.t(seesMoney(context.me) ? "statuses:column.sales" : "statuses:column.last_sale"),
    align: "end",
  },
];

export function rowOf(context: Context, row: StatusRow): Row {
  const { t, me } = context;
  const troubles = troublesOf(context, row);
  const isWrong = troubles.length > 0;
  return {
    id: String(row.id),
    href: allowed(me, listRequirement(device)) ? viewPath(device, row.id) : undefined,
    cells: [
      { text: row.serial_number, hint: placeOf(context, row) },
      !row.in_work
        ? { text: t("statuses:state.out_of_work") }
        : isWrong
          ? { text: troublesLine(context, troubles), tone: "bad" }
          : {
              text: t(`options:device_status.${row.status}`),
              tone: toneOf("device_status", row.status)?.tone,
              hint: sensedOf(context, row),
            },
      ticketCell(context, row, isWrong),
      ...actionCells(context, row, troubles),
      soldCell(context, row),
    ] satisfies Cell[],
  };
}

/** Signal and temperature, where nothing else is to be said: "-71 dBm, 92.4 °C". */
const sensedOf = ({ t, format }: Context, { rssi, temperature }: StatusRow) =>
  [
    ...(rssi === null ? [] : [t("statuses:dbm", { value: format.number(rssi) })]),
    ...(temperature === null ? [] : [t("statuses:celsius", { value: format.number(temperature, 1) })]),
  ].join(", ") || undefined;

/** Takings of today, for who sees money, and the age of the last vend. */
function soldCell({ t, format }: Context, { today, last_sale_at: last }: StatusRow): Cell {
  const age = last ? format.age(last) : t("statuses:no_sale");
  return today ? { text: format.money(today.amount), hint: age } : { text: age };
}
