import type { Correction, MonthBooks } from "~server/contract/books";
import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { allowed } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { paginationOf } from "~/resource/pagination.server";
import type { Column, Row } from "~/ui/data-table";
import { differenceCell } from "./words.server";

/** What changed a closed month afterwards, the latest first. */
export const correctionsModel = (context: Context, corrections: MonthBooks["corrections"]) => ({
  columns: [
    { key: "at", label: context.t("books:at") },
    { key: "device", label: context.t("books:device") },
    { key: "source", label: context.t("sales:source") },
    { key: "amount", label: context.t("sales:amount"), align: "end" },
    { key: "cause", label: context.t("books:cause") },
  ] satisfies Column[],
  rows: corrections.items.map((one) => rowOf(context, one)),
  pagination: paginationOf(context, corrections),
});

function rowOf(context: Context, one: Correction): Row {
  const { t, format, me } = context;
  const isLinked = allowed(me, listRequirement(device));
  const machine = viewPath(device, one.device.id);
  return {
    id: String(one.id),
    cells: [
      { text: format.dateTime(one.at) },
      { text: one.device.label, href: isLinked ? `${machine}/sales` : undefined },
      { text: t(`options:source.${one.source}`) },
      differenceCell(context, one),
      {
        text: t(`books:causes.${one.cause}`),
        href: isLinked && one.file !== null ? `${machine}/audits/${one.file}` : undefined,
        hint: one.by ?? undefined,
      },
    ],
  };
}
