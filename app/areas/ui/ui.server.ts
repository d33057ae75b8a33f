import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { publicLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { knownInfo } from "~server/web/server-info.server";
import { UiPage } from "./page";

/** Every part of the interface in each of its states: for who builds the product. Nothing to be found where people work. */
export const uiLoader = publicLoader(async ({ request, t }) => {
  const isShown = process.env.NODE_ENV !== "production" || (await knownInfo(request))?.demonstration;
  if (!isShown) throw notFound();
  return { title: t("ui:title"), html: renderToStaticMarkup(createElement(UiPage, { t })) };
});
