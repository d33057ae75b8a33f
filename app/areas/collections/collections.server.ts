import { randomUUID } from "node:crypto";
import { type Bag, BAG_STATES, type BagsQuery, bagsQuery } from "~server/contract/collections";
import { bags } from "~server/contract/calls/fleet";
import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { routeSheet } from "~server/contract/entities/route_sheets";
import { allowed } from "~server/contract/permissions";
import { sensible } from "~server/contract/query";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { differenceCell } from "~/areas/objects/device/collection.server";
import { withParams } from "~/resource/list-address";
import { paginationOf } from "~/resource/pagination.server";
import type { Column, Row } from "~/ui/data-table";
import { bagsLabels } from "./labels";

export const BAGS = listRequirement(device);
/** The control of a bag's count; its number stays the same, however the rows stand. */
export const controlOf = (id: number): string => `counted_${id}`;

/** Bags of all machines: those that wait are counted in the table. */
export const bagsLoader = protectedLoader(BAGS, async (context) => {
  const { api, t, url } = context;
  const query = sensible(bagsQuery, url.searchParams);
  const page = await api.read(bags, {}, query);
  const { state } = query;
  return {
    state,
    key: randomUUID(),
    tabs: BAG_STATES.map((one) => ({
      href: withParams(url, { state: one === "waiting" ? null : one, page: null }),
      label: t(`collections:state.${one}`),
      current: one === state,
    })),
    search: { name: "q", label: t("collections:search"), value: query.q },
    keep: [...url.searchParams]
      .filter(([name]) => !["q", "page"].includes(name))
      .map(([name, value]) => ({ name, value })),
    columns: columnsOf(context, state),
    rows: page.items.map((bag) => rowOf(context, bag, state)),
    pagination: paginationOf(context, page),
    labels: pick(t, bagsLabels),
  };
});

const COLUMNS = ["bag", "at", "machine", "taken", "expected", "counted", "difference"] as const;
const MONEY: ReadonlySet<string> = new Set(["expected", "counted", "difference"]);
/** Of what waits no difference is known. */
const columnsOf = ({ t }: Context, state: BagsQuery["state"]): Column[] =>
  COLUMNS.filter((key) => key !== "difference" || state === "counted").map((key) => ({
    key,
    label: t(`collections:column.${key}`),
    align: MONEY.has(key) ? "end" : undefined,
    brief: key !== "bag" && key !== "counted",
  }));

function rowOf({ t, format, me }: Context, bag: Bag, state: BagsQuery["state"]): Row {
  const place = [bag.location?.label, bag.city].filter(Boolean).join(", ");
  const sheetHref =
    bag.sheet && allowed(me, listRequirement(routeSheet)) ? viewPath(routeSheet, bag.sheet.id) : undefined;
  return {
    id: String(bag.id),
    href: `${viewPath(device, bag.device.id)}/collection`,
    cells: [
      { text: bag.bag ?? t("collections:no_bag"), hint: bag.note ?? undefined },
      { text: format.dateTime(bag.at) },
      { text: bag.device.label, hint: place || undefined, href: viewPath(device, bag.device.id) },
      { text: bag.author ?? "—", hint: sheetHref ? undefined : bag.sheet?.label },
      { text: bag.expected === null ? t("collections:unknown") : format.money(bag.expected) },
      state === "waiting"
        ? {
            text: "",
            inputs: [
              {
                name: controlOf(bag.id),
                value: "",
                label: t("collections:count", { bag: bag.bag ?? bag.device.label }),
                placeholder: "0,00",
              },
            ],
          }
        : { text: bag.counted === null ? "—" : format.money(bag.counted), hint: bag.counted_by ?? undefined },
      ...(state === "counted" ? [differenceCell(format, bag.difference)] : []),
    ],
  };
}
