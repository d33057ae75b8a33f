import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import { PAY_LANGUAGES } from "~server/contract/pay";
import { formatter, type Format } from "~server/web/format.server";
import { translatorFor, type TFunction } from "~server/web/i18n.server";

type Markup = ReturnType<typeof html>;
export type PayLanguage = (typeof PAY_LANGUAGES)[number];

/** What a customer's page is written with; `query`: what each address of it carries on, "?l=pl" or nothing. */
export interface Words {
  lang: PayLanguage;
  t: TFunction;
  format: Format;
  query: string;
}

/** The language that the address asks for, else the browser's first that we speak, else Ukrainian. */
export async function wordsOf(request: Request, url: URL): Promise<Words> {
  const asked = languageOf(url.searchParams.get("l") ?? "");
  const lang = asked ?? preferred(request.headers.get("Accept-Language") ?? "") ?? "uk";
  return { lang, t: await translatorFor(lang), format: await formatter(lang), query: asked ? `?l=${asked}` : "" };
}

const languageOf = (tag: string): PayLanguage | undefined => PAY_LANGUAGES.find((one) => one === tag);

/** RFC 9110, 12.5.4: tags with weights; Russian is understood as Ukrainian by nobody here, so it says nothing. */
function preferred(header: string): PayLanguage | undefined {
  const wanted = header.split(",", 20).flatMap((part) => {
    const [tag = "", weight] = part.trim().split(/\s*;\s*q=/);
    const lang = languageOf(tag.slice(0, 2).toLowerCase());
    return lang ? [{ lang, weight: weight === undefined ? 1 : Number(weight) || 0 }] : [];
  });
  return wanted.sort((one, other) => other.weight - one.weight)[0]?.lang;
}

const STYLE = `:root{color-scheme:light dark;--page:#f5f5f2;--card:#fff;--ink:#1c1c1a;--soft:#55554f;--line:#d5d5cf;--act:#0b5d3b;--onact:#fff;--bad:#9b1c1c}
@media(prefers-color-scheme:dark){:root{--page:#161614;--card:#232320;--ink:#f1f1ec;--soft:#b9b9b0;--line:#45453f;--act:#7fd6a8;--onact:#0c2418;--bad:#ffb4a9}}
*{box-sizing:border-box}body{margin:0;background:var(--page);color:var(--ink);font:1rem/1.45 system-ui,sans-serif}
header,main,footer{max-width:34rem;margin:0 auto;padding:1rem}header{padding-bottom:0}h1{font-size:1.35rem;line-height:1.25;margin:0 0 .25rem}h2{font-size:1.1rem;margin:0 0 .5rem}
p{margin:0 0 .75rem}.soft{color:var(--soft)}.bad{color:var(--bad)}ul{list-style:none;margin:0;padding:0;display:grid;gap:.5rem}
button,.act{font:inherit;width:100%;min-height:3rem;border-radius:.6rem;cursor:pointer;display:flex;justify-content:space-between;align-items:center;gap:1rem;padding:.6rem .9rem;text-align:start;border:1px solid var(--line);background:var(--card);color:var(--ink);text-decoration:none}
button b{white-space:nowrap}.act{justify-content:center;background:var(--act);border-color:var(--act);color:var(--onact);font-weight:600}
.card{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem;margin-bottom:.75rem}form{margin:.5rem 0 .75rem}form.center button{justify-content:center}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}nav{display:flex;gap:1rem}nav a,a{color:inherit}ol{margin:.5rem 0 0;padding:0;list-style:none}li.now{font-weight:600}li.done,li.later{color:var(--soft)}`;

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** Nothing but these styles and forms to ourselves: no script, no picture, no frame. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const NAMES: Record<PayLanguage, string> = { uk: "Українська", en: "English", pl: "Polski" };

interface Shown {
  title: string;
  about?: string | undefined;
  content: Markup;
  /** Path of the page itself, which the switch of languages stays on. */
  path: string;
  status?: number;
  /** Seconds until it is looked at again, and where. */
  refresh?: { after: number; path: string };
  headers?: Record<string, string>;
}

/** A whole page for customers. It is of no use to anybody but the browser that asked, and is not kept. */
export async function payPage(
  { lang, t }: Pick<Words, "lang" | "t">,
  { title, about, content, path, status = 200, refresh, headers = {} }: Shown,
): Promise<Response> {
  const page =
    await html`<!doctype html><html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><style>${raw(STYLE)}</style></head><body><header><h1>${title}</h1>${about ? html`<p class="soft">${about}</p>` : ""}</header><main>${content}</main><footer><nav aria-label="${t("pay:language")}">${PAY_LANGUAGES.map(
      (one) =>
        one === lang
          ? html`<span aria-current="true" lang="${one}">${NAMES[one]}</span>`
          : html`<a href="${path}?l=${one}" lang="${one}" hreflang="${one}">${NAMES[one]}</a>`,
    )}</nav></footer></body></html>`;
  return new Response(String(page), {
    status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "private, no-store",
      "Content-Security-Policy": POLICY,
      "Referrer-Policy": "same-origin",
      "X-Frame-Options": "DENY",
      // A header, for a page whose markup refreshes itself is one that nobody can read in peace.
      ...(refresh ? { Refresh: `${refresh.after};url=${refresh.path}` } : {}),
      ...headers,
    },
  });
}

/** What is said where there is nothing to see: no such machine, too much asked, nobody answers. */
export function payTrouble(words: Words, path: string, status: number): Promise<Response> {
  const { t } = words;
  const known = status === 404 ? "not_found" : status === 429 ? "too_many" : "no_answer";
  return payPage(words, {
    title: t(`pay:trouble.${known}`),
    content: html`<p>${t(`pay:trouble.${known}_hint`)}</p>`,
    path,
    status: status === 404 || status === 429 ? status : 503,
    ...(status === 404 ? {} : { refresh: { after: 10, path: path + words.query } }),
  });
}

/** Answers a customer; whatever goes wrong is said on a page of theirs, never on one of the back-office. */
export async function forCustomers(
  request: Request,
  give: (words: Words, url: URL) => Promise<Response>,
): Promise<Response> {
  const url = new URL(request.url);
  const words = await wordsOf(request, url);
  try {
    return await give(words, url);
  } catch (thrown) {
    if (thrown instanceof Response) return payTrouble(words, url.pathname, thrown.status);
    if (typeof thrown === "object" && thrown !== null && "init" in thrown)
      return payTrouble(words, url.pathname, statusOf(thrown));
    throw thrown;
  }
}

/** Of what Remix's `data()` throws. */
function statusOf(thrown: { init?: unknown }): number {
  const { init } = thrown;
  return typeof init === "object" && init !== null && "status" in init ? Number(init.status) : 500;
}
