import { randomUUID } from "node:crypto";
import { html } from "hono/html";
import { payBegin, payMenu } from "~server/contract/calls/pay";
import type { PayMenu } from "~server/contract/pay";
import { textOf } from "~server/web/form.server";
import { publicAction, publicLoader } from "~server/web/guard.server";
import { isSecure } from "~server/web/incoming.server";
import { forCustomers, payPage, type Words } from "./pay-page.server";

/** The token of the payment that this browser began last, so that it may go back and choose something else. */
const COOKIE = "pay";
const openOf = (request: Request): string | undefined =>
  /(?:^|;\s*)pay=([\w-]{1,60})/.exec(request.headers.get("Cookie") ?? "")?.[1];

export const machinePath = (code: string): string => `/m/${encodeURIComponent(code)}`;

/** A machine's public page: what it sells by phone. */
export const machineLoader = publicLoader(({ request, params, api }) =>
  forCustomers(request, async (words) => {
    const code = params.code ?? "";
    return shown(words, code, await api.read(payMenu, {}, { code }), openOf(request));
  }),
);

/** Begins a payment of the chosen product; whoever sends the form again comes to the same one. */
export const machineAction = publicAction(({ request, params, api, form }) =>
  forCustomers(request, async (words) => {
    const code = params.code ?? "";
    const sent = form();
    const chosen = productOf(sent);
    const begun = await api.change(
      payBegin,
      {},
      {
        code,
        key: textOf(sent, "key"),
        language: words.lang,
        ...chosen,
        ...withOpen(request),
      },
    );
    if (begun.ok) {
      const { token } = begun.data;
      return new Response(null, {
        status: 303,
        headers: {
          Location: `${machinePath(code)}/${token}${words.query ? `${words.query}&` : "?"}go=1`,
          "Set-Cookie": `${COOKIE}=${token}; Path=${machinePath(code)}; HttpOnly; SameSite=Lax; Max-Age=900${isSecure(request) ? "; Secure" : ""}`,
        },
      });
    }
    if (begun.status !== 409) throw new Response(null, { status: begun.status === 422 ? 404 : begun.status });
    return shown(words, code, await api.read(payMenu, {}, { code }), openOf(request), begun.error);
  }),
);

/** A product as its button has it: "2500/12", the price that was shown and the cell. */
export function productOf(form: FormData): { cell: string; price: string } | undefined {
  const [, price, cell] = /^(\d{1,9})\/(.{1,20})$/.exec(textOf(form, "product")) ?? [];
  return price === undefined || cell === undefined ? undefined : { cell, price };
}

const withOpen = (request: Request): { open?: string } => {
  const open = openOf(request);
  return open === undefined ? {} : { open };
};

const REFUSED = ["product_gone", "machine_busy", "machine_offline", "payment_not_offered"] as const;

function shown(
  words: Words,
  code: string,
  { machine, closed, products }: PayMenu,
  open: string | undefined,
  error?: string,
): Promise<Response> {
  const { t, format, query } = words;
  const path = machinePath(code);
  const refused = REFUSED.find((one) => one === error);
  // Whoever has a payment under way here may choose again: it makes way.
  const why = closed === "busy" && open !== undefined ? null : closed;
  const content = html`${refused ? html`<p class="bad" role="alert">${t(`pay:refused.${refused}`)}</p>` : ""}${
    why
      ? html`<div class="card"><h2>${t(`pay:closed.${why}`)}</h2><p class="soft">${t(`pay:closed.${why}_hint`)}</p></div>`
      : ""
  }${closed === "busy" && open !== undefined ? html`<p><a class="act" href="${path}/${open}${query}">${t("pay:continue")}</a></p>` : ""}${
    why === null && products.length
      ? html`<h2>${t("pay:choose")}</h2><form method="post" action="${path}${query}"><input type="hidden" name="key" value="${randomUUID()}"><ul>${products.map(
          ({ cell, name, price }) =>
            html`<li><button name="product" value="${price}/${cell}"><span>${name}</span><b>${format.money(price)}</b></button></li>`,
        )}</ul></form>`
      : why === null
        ? html`<p>${t("pay:nothing")}</p>`
        : ""
  }`;
  return payPage(words, {
    title: t("pay:title", { machine: machine.name }),
    about: [machine.city, machine.place].filter(Boolean).join(", "),
    content,
    path,
    ...(refused ? { status: 409 } : {}),
    ...(why ? { refresh: { after: 15, path: path + query } } : {}),
  });
}
