import { createElement } from "react";
import { completeSheet, loadSheet, workedSheet } from "~server/contract/calls/route-sheets";
import { routeSheet } from "~server/contract/entities/route_sheets";
import { warehouse } from "~server/contract/entities/warehouses";
import { listRequirement, tabPath, viewPath } from "~server/contract/entity";
import { allowed, CREW_MEMBER } from "~server/contract/permissions";
import { plain } from "~server/contract/plain";
import { type Sheet, type SheetLoad, UNSERVED_REASONS } from "~server/contract/route-sheets";
import type { ActionContext, Context } from "~server/web/guard.server";
import type { Refusal } from "~server/web/outcome.server";
import { notFound } from "~server/web/screens.server";
import { redirectWithToast } from "~server/web/toast.server";
import type { Drawn, Typed } from "./mine.server";
import { dayText } from "~/areas/logistics/place.server";
import { StepScreen } from "./step";
import { amountOf, packsOf, stepPath } from "./words.server";

type Step = "load" | "complete";
const isDispatcher = ({ me }: Pick<Context, "me">) => allowed(me, listRequirement(routeSheet));
/** Where whoever did it goes on: a dispatcher to the sheet, a crew to its day, who keeps a warehouse to what lies there. */
function backTo({ me }: Pick<Context, "me">, { id, warehouse: from }: Pick<Sheet, "id" | "warehouse">): string {
  if (isDispatcher({ me })) return viewPath(routeSheet, id);
  const isKeeper = allowed(me, listRequirement(warehouse)) && !allowed(me, [CREW_MEMBER]);
  return isKeeper && from ? tabPath(warehouse, from.id, "stock") : "/my_route";
}

function stepAt({ params }: Pick<Context, "params">): Step {
  const { step } = params;
  if (step !== "load" && step !== "complete") throw notFound();
  return step;
}

const sheetAt = ({ api, params }: Context): Promise<Sheet> => api.read(workedSheet, { id: params.id });

/** Form of what is loaded, or brought back at the end of the day. */
export async function drawnStep(context: Context, typed: Typed): Promise<Drawn> {
  const step = stepAt(context);
  const sheet = await sheetAt(context);
  if (!sheet.may.includes(step) && !typed.error)
    throw await redirectWithToast(backTo(context, sheet), { tone: "info", key: "route-sheets:done_already" });
  const model = stepModel(context, sheet, step, typed);
  return { title: model.title, element: createElement(StepScreen, { model }) };
}

function stepModel(context: Context, sheet: Sheet, step: Step, { values, errors, error, key }: Typed) {
  const { t } = context;
  const day = dayText(context, sheet.day);
  const list = step === "load" ? "loads" : "returns";
  return {
    title: t(`route-sheets:do.${step}`),
    sheet: t("route-sheets:sheet", { number: sheet.number, day }),
    hint: t(`route-sheets:step_hint.${step}`),
    error,
    key,
    who: String(context.me.id),
    action: stepPath(sheet.id, step),
    list,
    lines: sheet.loads.map((load, index) => {
      const name = `${list}[${index}].quantity`;
      return {
        id: `line-${load.ingredient.id}`,
        ingredient: String(load.ingredient.id),
        label: load.ingredient.label,
        unit: t(`options:ingredient_unit.${load.unit}`),
        hint: hintOf(context, load, step),
        value: values[name] ?? numberOf(step === "load" ? load.picked : leftOf(load)),
        errors: errors[name],
      };
    }),
    unserved:
      step === "complete"
        ? sheet.stops
            .filter(({ status }) => status !== "served")
            .map((stop, index) => ({
              stop: String(stop.id),
              label: [stop.device.label, stop.location?.label].filter(Boolean).join(", "),
              value: values[`unserved[${index}].reason`] ?? stop.reason ?? "",
              errors: errors[`stop-${stop.id}`],
            }))
        : [],
    reasons: UNSERVED_REASONS.map((value) => ({ value, label: t(`options:unserved_reason.${value}`) })),
    labels: {
      reason: t("route-sheets:why_unserved"),
      choose: t("resource:choose"),
      send: t(`route-sheets:do.${step}`),
      cancel: t("resource:cancel"),
    },
    cancel: backTo(context, sheet),
  };
}
export type StepModel = ReturnType<typeof stepModel>;

const numberOf = (amount: number) => String(Math.round(amount * 1_000) / 1_000);
const leftOf = ({ loaded, put }: SheetLoad) => Math.max(0, (loaded ?? 0) - put);

function hintOf(context: Context, load: SheetLoad, step: Step): string {
  const { t } = context;
  if (step === "load")
    return [
      t("route-sheets:to_take", { amount: amountOf(context, load.picked, load) }),
      ...(load.pack === null ? [] : [packsOf(context, load)]),
      t("route-sheets:at_warehouse", { amount: amountOf(context, Math.max(0, load.free), load) }),
    ].join(" · ");
  return t("route-sheets:left_over", {
    loaded: amountOf(context, load.loaded ?? 0, load),
    put: amountOf(context, load.put, load),
  });
}

/** Sends what was loaded or brought back. */
export async function sendStep(context: ActionContext): Promise<Refusal> {
  const step = stepAt(context);
  const body = new URLSearchParams(
    [...context.form()]
      .map(([name, value]): [string, string] => [name, plain(value)])
      .filter(([name, value]) => !name.startsWith("unserved") || !name.endsWith(".reason") || value !== ""),
  );
  dropUnsaid(body);
  const { api, params } = context;
  const sheet = await sheetAt(context);
  const outcome =
    step === "load"
      ? await api.change(loadSheet, { id: params.id }, body)
      : await api.change(completeSheet, { id: params.id }, body);
  if (!outcome.ok) return outcome;
  throw await redirectWithToast(backTo(context, sheet), { tone: "ok", key: `route-sheets:done.${step}` });
}

/** A machine of which no reason was said is left to the service to ask for. */
function dropUnsaid(body: URLSearchParams): void {
  for (const name of [...body.keys()])
    if (/^unserved\[\d+\]\.stop$/.test(name) && !body.has(name.replace(".stop", ".reason"))) body.delete(name);
}
