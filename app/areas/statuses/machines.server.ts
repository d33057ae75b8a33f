import { deviceStates } from "~server/contract/calls/fleet";
import type { Statuses, StatusFilter } from "~server/contract/statuses";
import type { Context } from "~server/web/guard.server";
import type { SummaryModel } from "~/resource/summary";
import type { StatProps } from "~/ui/stat";
import { columnsOf, rowOf } from "./row.server";
import { troublesOf } from "./troubles.server";

/** A place or a crew has fewer, but for the largest; those have the worst of theirs here. */
const MOST = 50;

/** Machines of a place or a crew in its summary: how many stand well, what they sell today, and each with what is wrong. */
export async function machinesOf(
  context: Context,
  filter: StatusFilter,
): Promise<Pick<SummaryModel, "tiles" | "tables"> & Pick<Statuses, "items">> {
  const { api, t } = context;
  const statuses = await api.read(deviceStates, {}, { ...filter, page: 1, limit: MOST });
  const all = `/devices_statuses?${new URLSearchParams(
    Object.entries(filter).map(([name, value]) => [name, String(value)]),
  ).toString()}`;
  return {
    items: statuses.items,
    tiles: tilesOf(context, statuses, all),
    tables: [
      {
        title: t("entities:device.many"),
        none: t("summary:no_machines"),
        all: { href: all, label: t("summary:statuses") },
        columns: columnsOf(context),
        rows: statuses.items.map((row) => rowOf(context, row)),
      },
    ],
  };
}

function tilesOf(context: Context, { counts, items, total }: Statuses, all: string): StatProps[] {
  const { t, format } = context;
  const offline = counts.states.find(({ state }) => state === "OFFLINE")?.count ?? 0;
  const needy = items.filter((row) => troublesOf(context, row).length > 0).length;
  const tickets = items.filter(({ ticket }) => ticket !== null);
  const sum = (what: "amount" | "count") => items.reduce((all, { today }) => all + (today?.[what] ?? 0), 0);
  const machines: StatProps = {
    label: t("entities:device.many"),
    value: format.number(counts.total),
    href: all,
    comparison:
      counts.total === 0
        ? undefined
        : offline > 0
          ? {
              text: t("statuses:offline", { count: offline, shown: format.number(offline) }),
              tone: "bad",
              icon: "alert",
            }
          : { text: t("summary:none_offline"), tone: needy ? "neutral" : "ok", icon: needy ? "dot" : "check" },
  };
  // Of more machines than are read here the sums would be those of the worst.
  if (total > items.length || !items.length) return [machines];
  return [
    machines,
    {
      label: t("summary:needy"),
      value: format.number(needy),
      comparison: needy
        ? { text: t("summary:see_below"), tone: "warn", icon: "alert" }
        : { text: t("summary:all_well"), tone: "ok", icon: "check" },
    },
    ...(tickets.length ? [{ label: t("summary:tickets"), value: format.number(tickets.length) }] : []),
    ...(items.some(({ today }) => today !== null)
      ? [
          {
            label: t("device:today"),
            value: format.money(sum("amount")),
            unit: t("dashboard:vends", { count: sum("count"), shown: format.number(sum("count")) }),
          },
        ]
      : []),
  ];
}
