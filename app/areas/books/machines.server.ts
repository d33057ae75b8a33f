import type { MonthMachines, Tally } from "~server/contract/books";
import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { allowed } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { paginationOf } from "~/resource/pagination.server";
import { partCells, partColumns } from "./words.server";

/** Which page of machines an address asks for. */
export const MACHINES_PAGE = "machines";

/** What machines' books of a month were when it was closed, what corrected them, and what both come to. */
export function machinesModel(context: Context, machines: MonthMachines) {
  const { t, me } = context;
  const isLinked = allowed(me, listRequirement(device));
  return {
    columns: [{ key: "device", label: t("books:device") }, ...partColumns(context)],
    rows: machines.items.map(({ device: machine, closed, corrections }) => ({
      id: String(machine.id),
      cells: [
        { text: machine.label, href: isLinked ? `${viewPath(device, machine.id)}/sales` : undefined },
        ...partCells(context, { closed, corrections, now: sumOf(closed, corrections) }),
      ],
    })),
    pagination: paginationOf(context, machines, MACHINES_PAGE),
  };
}

const sumOf = (one: Tally, other: Tally): Tally => ({
  count: one.count + other.count,
  amount: one.amount + other.amount,
});
