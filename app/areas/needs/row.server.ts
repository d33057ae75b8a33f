import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import type { Need, Needs } from "~server/contract/needs";
import { allowed } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { errorWords } from "~/areas/error-words.server";
import type { Cell } from "~/ui/data-cell";
import type { Column, Row } from "~/ui/data-table";
import { dayOf } from "./filters.server";
import { amountText, packsText } from "./words.server";

const COLUMNS = ["machine", "lost", "out", "wants", "attention", "cash", "visit"] as const;
/** Ingredients that are named in a row. */
const NAMED = 2;
const DAY_MS = 86_400_000;

export const columnsOf = (context: Context, needs: Needs): Column[] =>
  COLUMNS.map((key) => ({
    key,
    label: context.t(`needs:column.${key}`, { day: dayOf(context, needs) }),
    align: key === "lost" ? "end" : undefined,
    brief: key !== "machine" && key !== "visit",
  }));

/** A machine with what it needs. */
export function rowOf(context: Context, need: Need): Row {
  const { t, me, format } = context;
  return {
    id: String(need.device.id),
    href: allowed(me, listRequirement(device)) ? viewPath(device, need.device.id) : undefined,
    selectLabel: t("needs:choose", { machine: need.device.label }),
    cells: [
      {
        text: need.device.label,
        hint: [need.location?.label, need.city].filter(Boolean).join(", ") || t("dashboard:no_location"),
      },
      { text: format.money(need.lost), tone: need.lost > 0 ? "bad" : undefined },
      outCell(context, need),
      wantsCell(context, need),
      attentionCell(context, need),
      {
        text: need.cash === null ? "—" : format.money(need.cash),
        hint: serviceText(context, need),
      },
      {
        text: need.last_visit_at === null ? t("needs:never") : format.age(need.last_visit_at),
        hint: need.crew?.label,
      },
    ],
  };
}

function outCell({ t, format }: Context, { first_out_at, stops_at, stops_early_at, blocked }: Need): Cell {
  if (first_out_at === null) return { text: t("needs:lasts") };
  const isOut = blocked || Date.parse(first_out_at) <= Date.now();
  const isNear = stops_early_at !== null && Date.parse(stops_early_at) < Date.now() + DAY_MS;
  return {
    text: isOut ? t("needs:stopped") : format.dateTime(first_out_at),
    tone: isNear ? "bad" : isOut ? "warn" : undefined,
    hint:
      stops_at !== null && stops_early_at !== null && Date.parse(stops_at) > Date.now()
        ? t("needs:likely", { at: format.dateTime(stops_at), early: format.dateTime(stops_early_at) })
        : undefined,
  };
}

function wantsCell(context: Context, { wants }: Need): Cell {
  const { t, format } = context;
  if (!wants.length) return { text: "—" };
  // What is nearly full is named last: packs say more than grams.
  const named = wants.toSorted((a, b) => (b.packs ?? 0) - (a.packs ?? 0)).slice(0, NAMED);
  const rest = wants.length - named.length;
  return {
    text: [
      ...named.map((want) => `${want.ingredient.label} — ${packsText(context, want)}`),
      ...(rest > 0 ? [t("needs:more", { count: rest, shown: format.number(rest) })] : []),
    ].join("; "),
    hint: wants.some(({ guessed }) => guessed) ? t("needs:guessed") : undefined,
  };
}

function attentionCell(
  { t, format }: Context,
  { errors, blocked, unknown, drifting, slots, stopped_since: since }: Need,
): Cell {
  const troubles = [
    ...(since ? [t("needs:sells_nothing", { at: format.dateTime(since) })] : []),
    ...errors.map((error) => `${error.raw}: ${errorWords(t, error)}`),
    ...(blocked ? [t("needs:blocked")] : []),
    ...(unknown
      ? [t("needs:unknown", { count: unknown, shown: format.number(unknown), of: format.number(slots) })]
      : []),
    ...(drifting ? [t("needs:drifting", { count: drifting, shown: format.number(drifting) })] : []),
  ];
  return troubles.length ? { text: troubles.join("; "), tone: errors.length || since ? "bad" : "warn" } : { text: "—" };
}

function serviceText({ t, format }: Context, { until_service: until, next_service_on: on }: Need): string | undefined {
  if ((until !== null && until <= 0) || (on !== null && Date.parse(on) <= Date.now())) return t("needs:service_due");
  if (on !== null) return format.date(`${on}T12:00:00Z`);
  return until === null ? undefined : t("needs:service_in", { count: until, shown: format.number(until) });
}

/** Columns of the sums of ingredients. */
export const sumColumns = ({ t }: Pick<Context, "t">): Column[] =>
  (["ingredient", "packs", "amount"] as const).map((key) => ({
    key,
    label: t(`needs:sum.${key}`),
    align: key === "ingredient" ? undefined : "end",
  }));

export const sumRow = (context: Context, want: Needs["wants"][number]): Row => ({
  id: String(want.ingredient.id),
  cells: [
    { text: want.ingredient.label, hint: want.guessed ? context.t("needs:guessed") : undefined },
    { text: want.packs === null ? "—" : packsText(context, want) },
    { text: amountText(context, want) },
  ],
});
