import { html } from "hono/html";
import { payAsk, payCancel, payChoose, payMenu, payView } from "~server/contract/calls/pay";
import { isPayEnd, type PayMenu, type PayView } from "~server/contract/pay";
import { publicAction, publicLoader } from "~server/web/guard.server";
import { machinePath, productOf } from "./machine.server";
import { forCustomers, payPage, type Words } from "./pay-page.server";

/** Seconds between looks at what goes on, and at a receipt or money on its way. */
const LOOK_S = 2;
const SLOW_LOOK_S = 10;

/** A payment's page: it leads to the provider and shows what becomes of it until nothing more does. */
export const paymentLoader = publicLoader(({ request, params, api }) =>
  forCustomers(request, async (words, url) => {
    const of = { code: params.code ?? "", token: params.token ?? "" };
    // The customer comes from the provider, which may have told us nothing yet.
    if (url.searchParams.has("back")) await api.change(payAsk, {}, of);
    const view = await api.read(payView, {}, of);
    const wantsToGo = url.searchParams.has("go");
    if (wantsToGo && view.url !== null) return new Response(null, { status: 302, headers: { Location: view.url } });
    const menu = view.state === "choose" ? await api.read(payMenu, {}, { code: of.code }) : null;
    return shown(words, of, view, menu, wantsToGo);
  }),
);

/** The customer chooses what was not chosen yet, or gives it up. */
export const paymentAction = publicAction(({ request, params, api, form }) =>
  forCustomers(request, async (words, url) => {
    const of = { code: params.code ?? "", token: params.token ?? "" };
    const chosen = productOf(form());
    const done = chosen ? await api.change(payChoose, {}, { ...of, ...chosen }) : await api.change(payCancel, {}, of);
    if (!done.ok && done.status !== 409) throw new Response(null, { status: done.status });
    const go = !chosen ? words.query : `${words.query ? `${words.query}&` : "?"}go=1`;
    return new Response(null, { status: 303, headers: { Location: url.pathname + go } });
  }),
);

interface Of {
  code: string;
  token: string;
}

function shown(words: Words, { code, token }: Of, view: PayView, menu: PayMenu | null, goes: boolean) {
  const { t, query } = words;
  const { machine, state, stage, url } = view;
  const home = machinePath(code);
  const path = `${home}/${token}`;
  const key = state === "wait_pay" && stage ? stage : state;
  const isOver = isPayEnd(state);
  const next = query + (goes ? `${query ? "&" : "?"}go=1` : "");
  const again = lookAgain(view);
  const content = html`<div class="card" role="status"><h2>${t(`pay:state.${key}`)}</h2><p>${said(words, view)}</p>${money(words, view)}</div>${
    url === null ? "" : html`<p><a class="act" href="${url}">${t("pay:go")}</a></p>`
  }${view.receipt?.url ? html`<p><a href="${view.receipt.url}">${t("pay:receipt")}</a></p>` : ""}${menu ? products(words, path, menu) : ""}${
    state === "wait" || state === "choose" || state === "wait_pay"
      ? html`<form class="center" method="post" action="${path}${query}"><button name="cancel" value="1">${t("pay:cancel")}</button></form>`
      : ""
  }${isOver ? html`<p><a href="${home}${query}">${t("pay:again")}</a></p>` : html`<p class="soft"><a href="${path}${query}">${t("pay:look")}</a></p>`}<p class="soft">${t("pay:number", { number: view.number })}</p>`;
  return payPage(words, {
    title: t("pay:title", { machine: machine.name }),
    about: [machine.city, machine.place].filter(Boolean).join(", "),
    content,
    path,
    ...(again === null ? {} : { refresh: { after: again, path: path + next } }),
  });
}

/** Seconds until there may be news; null when there will be none, or somebody is choosing. */
function lookAgain({ state, refund, paid, refunded, receipt }: PayView): number | null {
  if (state === "choose") return 30;
  if (!isPayEnd(state)) return LOOK_S;
  if (receipt?.url === null) return SLOW_LOOK_S;
  return (refund === "requested" || refund === "sent") && refunded < paid ? SLOW_LOOK_S : null;
}

const HINTED = ["wait", "choose", "pay_notify", "vend", "vend_success"] as const;

/** What it is about. */
function said({ t, format }: Words, { name, amount, state }: PayView): string {
  const product = name && amount !== null ? t("pay:product", { name, price: format.money(amount) }) : (name ?? "");
  const hinted = HINTED.find((one) => one === state);
  const hint = hinted && t(`pay:hint.${hinted}`);
  return [product, hint].filter(Boolean).join(" ");
}

/** What becomes of the money where nothing was made. */
function money({ t, format }: Words, { state, paid, refunded, refund, amount }: PayView) {
  if (!isPayEnd(state)) return "";
  if (state === "vend_success" && refunded === 0 && refund === null) return "";
  if (paid === 0) return state === "vend_success" || amount === null ? "" : html`<p>${t("pay:money.none")}</p>`;
  const key = refund === "failed" ? "by_hand" : refunded >= paid ? "back" : refund === null ? null : "on_its_way";
  return key === null
    ? ""
    : html`<p>${t(`pay:money.${key}`, { amount: format.money(key === "back" ? refunded : paid - refunded) })}</p>`;
}

const products = ({ t, format, query }: Words, path: string, menu: PayMenu) =>
  html`<form method="post" action="${path}${query}"><h2>${t("pay:choose")}</h2><ul>${menu.products.map(
    ({ cell, name, price }) =>
      html`<li><button name="product" value="${price}/${cell}"><span>${name}</span><b>${format.money(price)}</b></button></li>`,
  )}</ul></form>`;
