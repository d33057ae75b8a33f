import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { z } from "zod";
import { countCollection, deviceCollections, deviceState } from "~server/contract/calls/fleet";
import { viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import type { Collections } from "~server/contract/collections";
import { plain } from "~server/contract/plain";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import type { Cell } from "~/ui/data-cell";
import { cashModel } from "./cash.server";
import { DEVICE } from "./device.server";
import { collectionLabels } from "./labels";
import { withAge } from "./state-items.server";

/** The collection tab: what the counters expect, what was counted, by whom and in which bag. */
export const collectionLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, t, format } = context;
  const [collections, state] = await Promise.all([
    api.read(deviceCollections, { id: params.id }),
    api.read(deviceState, { id: params.id }),
  ]);
  const { waiting, items } = collections;
  return {
    waiting: [
      {
        label: t("device:collection.in_box"),
        value: waiting.expected === null ? null : format.money(waiting.expected),
      },
      { label: t("device:collection.as_of"), value: withAge(context, waiting.at) },
      { label: t("device:collection.last"), value: withAge(context, items[0]?.at ?? null) },
    ],
    cash: cashModel(context, state),
    uncounted: items
      .filter(({ counted }) => counted === null)
      .map(({ id, at, expected }) => ({
        value: String(id),
        label: `${format.dateTime(at)}${expected === null ? "" : `, ${format.money(expected)}`}`,
      })),
    key: randomUUID(),
    columns: (["at", "expected", "counted", "difference", "bag", "person", "note"] as const).map((name) => ({
      key: name,
      label: t(`device:collection.${name}`),
      align: MONEY.has(name) ? ("end" as const) : undefined,
    })),
    rows: items.map((one) => rowOf(context, one)),
    labels: pick(t, collectionLabels),
  };
});

const MONEY: ReadonlySet<string> = new Set(["expected", "counted", "difference"]);

function rowOf(
  { t, format, params }: Context,
  { id, at, file_id, expected, counted, difference, bag, author, counted_by, note }: Collections["items"][number],
) {
  const money = (value: number | null) => ({ text: value === null ? "—" : format.money(value) });
  return {
    id: String(id),
    href: file_id === null ? undefined : `${viewPath(device, params.id ?? "")}/audits/${file_id}`,
    cells: [
      { text: format.dateTime(at) },
      money(expected),
      counted === null
        ? { text: t("device:collection.not_counted"), tone: "warn" as const, badge: true }
        : money(counted),
      differenceCell(format, difference),
      { text: bag ?? "—" },
      {
        text: author ?? counted_by ?? "—",
        hint:
          counted_by !== null && author !== null && counted_by !== author
            ? t("device:collection.counted_by", { who: counted_by })
            : undefined,
      },
      { text: note ?? "—" },
    ],
  };
}

/** What was counted less what was expected; less is worse than more. */
export const differenceCell = (format: Context["format"], difference: number | null): Cell =>
  difference
    ? {
        text: `${difference > 0 ? "+" : "−"}${format.money(Math.abs(difference))}`,
        tone: difference < 0 ? "bad" : "warn",
      }
    : { text: difference === null ? "—" : format.money(difference) };

/** Hryvnias as people write them. */
export const kopecks = z
  .string()
  .transform((text) => text.replace(/[\s\u00a0₴]/g, "").replace(",", "."))
  .pipe(z.string().regex(/^\d{1,6}(\.\d{1,2})?$/))
  .transform((text) => Math.round(Number(text) * 100));

/** Says what was counted. What was typed stays in the form when it is refused. */
export const collectionAction = protectedAction(DEVICE, async (context) => {
  const { api, params, t, form } = context;
  const typed = {
    counted: plain(form().get("counted")),
    bag: plain(form().get("bag")),
    note: plain(form().get("note")),
    collection: plain(form().get("collection")),
  };
  const counted = kopecks.safeParse(typed.counted);
  if (!counted.success)
    return data({ typed, error: t(typed.counted ? "errors:incorrect" : "errors:required") }, { status: 422 });
  const key = plain(form().get("key"));
  const given = Object.fromEntries(
    (["bag", "note", "collection"] as const).flatMap((name) => (typed[name] ? [[name, typed[name]]] : [])),
  );
  const outcome = await api.change(
    countCollection,
    { id: params.id },
    { ...given, key, counted: String(counted.data) },
  );
  if (!outcome.ok) return data({ typed, error: errorText(t, outcome.error) }, { status: outcome.status });
  throw await redirectWithToast(context.url.pathname, { tone: "ok", key: "device:collection.saved" });
});
