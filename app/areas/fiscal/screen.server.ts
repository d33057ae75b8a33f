import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { fiscalCashier } from "~server/contract/entities/checkbox_cashiers";
import { location } from "~server/contract/entities/locations";
import { listRequirement } from "~server/contract/entity";
import type { Requirement } from "~server/contract/permissions";
import { type ActionContext, type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { tabAt } from "~/resource/find-entity.server";
import { DeskScreen } from "./desk";
import { deskModel } from "./desk.server";
import { OperationsScreen } from "./operations";
import { operationsModel } from "./operations.server";
import { ReceiptScreen } from "./receipt";
import { receiptModel } from "./receipt.server";
import { ReceiptsScreen } from "./receipts";
import { decide, receiptsModel } from "./receipts.server";
import { RECEIPTS_PATH } from "./words.server";

type Place = Pick<Context, "url" | "params">;

/** Which screen an address is. */
function screenAt({ url, params }: Place): "desk" | "receipts" | "receipt" | "operations" {
  if (params.receipt !== undefined) return "receipt";
  if (url.pathname.startsWith(RECEIPTS_PATH)) return "receipts";
  const tab = /\/(receipts|fiscal_operations)\/?$/.exec(url.pathname)?.[1] ?? "desk";
  tabAt({ url }, tab);
  return tab === "fiscal_operations" ? "operations" : tab === "receipts" ? "receipts" : "desk";
}

const requirement = (place: Place): Requirement =>
  listRequirement(screenAt(place) === "operations" ? location : fiscalCashier);

/** Only the server draws these screens: they are tables, plain links and plain forms. */
export const fiscalLoader = protectedLoader(requirement, async (context) =>
  drawnOnServer(context.request, await drawn(context), "html"),
);

/** What becomes of receipts that were not fiscalised. A refusal is said on the same screen. */
export const fiscalAction = protectedAction(requirement, (context: ActionContext) => {
  const screen = screenAt(context);
  if (screen !== "receipts" && screen !== "receipt") throw notFound();
  return decide(context);
});

async function drawn(context: Context): Promise<{ title?: string; html: string }> {
  switch (screenAt(context)) {
    case "desk":
      return { html: renderToStaticMarkup(createElement(DeskScreen, { model: await deskModel(context) })) };
    case "operations":
      return { html: renderToStaticMarkup(createElement(OperationsScreen, { model: await operationsModel(context) })) };
    case "receipt": {
      const model = await receiptModel(context);
      return { title: model.heading, html: renderToStaticMarkup(createElement(ReceiptScreen, { model })) };
    }
    case "receipts": {
      const model = await receiptsModel(context);
      return { title: model.heading, html: renderToStaticMarkup(createElement(ReceiptsScreen, { model })) };
    }
  }
}
