import { randomBytes } from "node:crypto";
import { createCookie, type ActionFunctionArgs, type EntryContext, type LoaderFunctionArgs } from "@remix-run/node";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { startWeb } from "~server/web/start.server";
import { compressed } from "~server/web/compressed.server";
import { PRIVATE, secureHeaders } from "~server/web/headers.server";
import { isSecure } from "~server/web/incoming.server";
import { preferencesOf } from "~server/web/preferences.server";
import { styleSheet } from "~server/web/style-sheet.server";
import { startMailer } from "./mail/mailer.server";
import { HeadContext, type Head } from "./frame/style-sheet";

startWeb();
startMailer();

/** No loader defers anything, so a page is complete when it is rendered; ms. */
export const streamTimeout = 1_000;

const seenStyles = createCookie("css", { path: "/", httpOnly: true, sameSite: "lax", maxAge: 365 * 24 * 3600 });

/** Renders a page whole: twice as fast as streaming it, and nothing in it arrives late. */
export default async function handleRequest(request: Request, status: number, headers: Headers, context: EntryContext) {
  const nonce = randomBytes(16).toString("base64url");
  const head = await headOf(request, headers, nonce);
  const { scripts } = await preferencesOf(request);
  const { serverHandoffStream, ...rest } = context;
  const html = renderToString(
    <HeadContext.Provider value={head}>
      <RemixServer context={{ ...rest, manifest: drawnOnly(context) }} url={request.url} nonce={nonce} />
    </HeadContext.Provider>,
  );
  const data =
    scripts && serverHandoffStream && html.includes("__remixContext") ? await handoff(serverHandoffStream, nonce) : "";

  headers.set("Content-Type", "text/html; charset=utf-8");
  headers.set("Cache-Control", PRIVATE);
  secureHeaders(headers, nonce);
  const page = `<!DOCTYPE html>${html.replace(/<\/body><\/html>$/, () => `${data}</body></html>`)}`;
  return new Response(await compressed(request, page, headers), { status, headers });
}

/** The manifest with the routes of this page: of those that it is given React Router makes, ranks and matches all each time. */
function drawnOnly({ manifest, staticHandlerContext: { matches } }: EntryContext): EntryContext["manifest"] {
  const routes = matches.flatMap(({ route: { id } }) => {
    const route = manifest.routes[id];
    return route ? [[id, route] as const] : [];
  });
  return { ...manifest, routes: Object.fromEntries(routes) };
}

/** Decides how the page gets its styles and remembers what the browser has. */
async function headOf(request: Request, headers: Headers, nonce: string): Promise<Head> {
  const sheet = styleSheet();
  if (!sheet) return { nonce };
  const seen: unknown = await seenStyles.parse(request.headers.get("Cookie"));
  // The worker keeps this page for days without a network, when the file may be gone from the browser's memory.
  if (new URL(request.url).pathname === "/offline") return { nonce, href: sheet.href, inline: sheet.text };
  if (seen === sheet.name) return { nonce, href: sheet.href };
  headers.append("Set-Cookie", await seenStyles.serialize(sheet.name, { secure: isSecure(request) }));
  return { nonce, href: sheet.href, inline: sheet.text };
}

/** The data of the page for the scripts, in the form Remix's own stream component writes it. */
async function handoff(stream: ReadableStream<Uint8Array>, nonce: string): Promise<string> {
  const text = await new Response(stream).text();
  const controller = "window.__remixContext.streamController";
  return `<script nonce="${nonce}">${controller}.enqueue(${safeJson(text)});${controller}.close();</script>`;
}

const ESCAPES: Record<string, string> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};
const safeJson = (value: string) =>
  JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => ESCAPES[sign] ?? sign);

/** What guards did not catch: mistakes while rendering, and unknown methods. A browser that left is no mistake. */
export function handleError(error: unknown, { request }: LoaderFunctionArgs | ActionFunctionArgs): void {
  const isRefusal = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isRefusal) console.error(`${request.method} ${new URL(request.url).pathname}`, error);
}
