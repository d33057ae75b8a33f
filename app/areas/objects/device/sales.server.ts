import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";
import { type DeviceSales, deviceSalesSchema } from "~server/contract/sales";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { salesChart } from "~/areas/sales-chart.server";
import { DEVICE, devicePath } from "./device.server";
import { salesLabels } from "./labels";

dayjs.extend(utc);
dayjs.extend(timezone);

/** Report period shortcuts of the specification, section 9: first and last day, counted back from today. */
const SHORTCUTS = [["today", 0, 0], ["yesterday", 1, 1], ["days7", 6, 0], ["days14", 13, 0], ["days30", 29, 0]] as const;

const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The sales tab: a period, its days and its products. */
export const salesLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, url, t, format } = context;
  const wanted = { from: url.searchParams.get("from") ?? "", to: url.searchParams.get("to") ?? "" };
  const isWrong = Object.values(wanted).some((day) => day !== "" && !isDay(day)) || (wanted.from !== "" && wanted.to !== "" && wanted.from > wanted.to);
  const sales = await api.get(devicePath(params, "/sales"), deviceSalesSchema, isWrong ? {} : wanted);
  return {
    shortcuts: shortcuts(context, sales),
    from: isWrong ? wanted.from : sales.from,
    to: isWrong ? wanted.to : sales.to,
    error: isWrong ? t("errors:incorrect") : undefined,
    total: t("sales:summary", { count: sales.total.count, shown: format.number(sales.total.count), amount: format.money(sales.total.amount) }),
    isEmpty: sales.total.count === 0,
    chart: salesChart(context, sales.days),
    products: sales.products.map((one) => ({
      id: one.selection ?? "-",
      muted: one.selection === null,
      cells: [{ text: one.selection ?? "—" }, productCell(context, one), { text: format.number(one.count) }, { text: format.money(one.amount) }],
    })),
    foot: [{ text: t("sales:total") }, { text: "" }, { text: format.number(sales.total.count) }, { text: format.money(sales.total.amount) }],
    labels: pick(t, salesLabels),
  };
});

const isDay = (day: string) => DAY.test(day) && dayjs.utc(day).format("YYYY-MM-DD") === day;

/** The recipe of the planogram, else the machine's own name; a selection without a recipe is said to have none. */
function productCell({ t }: Context, { selection, recipe, name }: DeviceSales["products"][number]) {
  if (selection === null) return { text: t("audits:unassigned") };
  return recipe ? { text: recipe } : { text: name ?? "—", hint: t("sales:no_recipe") };
}

function shortcuts({ t, url }: Context, { from, to }: DeviceSales) {
  const today = dayjs().tz("Europe/Kyiv");
  return SHORTCUTS.map(([name, first, last]) => {
    const days = { from: today.subtract(first, "day").format("YYYY-MM-DD"), to: today.subtract(last, "day").format("YYYY-MM-DD") };
    return { label: t(`sales:shortcut.${name}`), href: `${url.pathname}?from=${days.from}&to=${days.to}`, current: days.from === from && days.to === to };
  });
}
