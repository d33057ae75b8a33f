import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { acceptSheet, myRoute } from "~server/contract/calls/route-sheets";
import { plain } from "~server/contract/plain";
import { type ActionContext, type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import type { Refusal } from "~server/web/outcome.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { pick } from "~server/web/i18n.server";
import { redirectWithToast } from "~server/web/toast.server";
import { unsentLabels } from "./labels";
import { MyRouteScreen } from "./my-route";
import { PHOTO_FORM } from "./photos.server";
import { myRouteModel } from "./my-route.server";
import { drawnStep, sendStep } from "./step.server";
import { drawnStop, sendStop } from "./stop.server";

/** What somebody typed and what is wrong with it, for a form that comes back. */
export interface Typed {
  values: Readonly<Record<string, string>>;
  errors: Readonly<Record<string, string[]>>;
  error: string | undefined;
  key: string;
}
export interface Drawn {
  title: string;
  element: ReactElement;
}

function screenOf({ params }: Pick<Context, "params">): "list" | "step" | "stop" {
  return params.stop !== undefined ? "stop" : params.step !== undefined ? "step" : "list";
}

async function drawn(context: Context, typed: Typed) {
  const { title, element } = await { list: drawnList, step: drawnStep, stop: drawnStop }[screenOf(context)](
    context,
    typed,
  );
  return {
    ...{ title, who: String(context.me.id), labels: pick(context.t, unsentLabels) },
    html: renderToStaticMarkup(element),
  };
}

async function drawnList(context: Context, { error }: Typed): Promise<Drawn> {
  const model = myRouteModel(context, (await context.api.read(myRoute, {})).items, error);
  return { title: model.title, element: createElement(MyRouteScreen, { model }) };
}

export const mineLoader = protectedLoader("login", async (context) =>
  drawnOnServer(
    context.request,
    await drawn(context, { values: {}, errors: {}, error: undefined, key: randomUUID() }),
    "html",
  ),
);

/** What is refused comes back as it was typed. */
export const mineAction = protectedAction(
  "login",
  async (context) => {
    // What somebody else entered without a network waits for them.
    const author = plain(context.form().get("who"));
    const refusal: Refusal =
      author && author !== String(context.me.id)
        ? { ok: false, status: 403, error: "others_entry", fields: {}, data: null }
        : await { list: accept, step: sendStep, stop: sendStop }[screenOf(context)](context);
    const values = Object.fromEntries([...context.form()].map(([name, value]) => [name, plain(value)]));
    const { title, html } = await drawn(context, {
      ...{ values, errors: fieldTexts(context.t, refusal.fields), key: values.key ?? randomUUID() },
      error: Object.keys(refusal.fields).length ? context.t("errors:invalid") : errorText(context.t, refusal.error),
    });
    return data({ title, html }, { status: refusal.status });
  },
  { limit: PHOTO_FORM },
);

/** Takes a sheet over; what cannot be is said above the list. */
async function accept({ api, form }: ActionContext): Promise<Refusal> {
  const id = plain(form().get("sheet"));
  const key = plain(form().get("key"));
  const outcome = await api.change(acceptSheet, { id }, new URLSearchParams({ key }));
  if (!outcome.ok) return outcome;
  throw await redirectWithToast("/my_route", { tone: "ok", key: "route-sheets:accepted" });
}
