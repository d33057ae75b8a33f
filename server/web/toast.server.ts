import { createCookie } from "@remix-run/node";
import { z } from "zod";
import type { TFunction } from "./i18n.server";

const schema = z.object({
  id: z.string(),
  tone: z.enum(["ok", "info", "warn", "bad"]),
  text: z.string().optional(),
  key: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});
export type Tone = z.infer<typeof schema>["tone"];

/** A message for the next page: either a finished text or a translation key, translated when it is shown. */
export type Toast =
  | { tone: Tone; text: string }
  | { tone: Tone; key: string; values?: Record<string, string | number> };

/** A toast as a page shows it; `id` tells two equal messages apart. */
export interface ShownToast {
  id: string;
  tone: Tone;
  text: string;
}

const MAX_TEXT = 500;
const cookie = createCookie("toast", { path: "/", httpOnly: true, sameSite: "lax", maxAge: 60 });

/** `Set-Cookie` value that shows a toast on the next page. */
export function toastCookie(toast: Toast): Promise<string> {
  const kept = "text" in toast ? { ...toast, text: toast.text.slice(0, MAX_TEXT) } : toast;
  return cookie.serialize({ id: crypto.randomUUID().slice(0, 8), ...kept });
}

/** The toast that came with the request and the `Set-Cookie` value that forgets it, or null. */
export async function takeToast(request: Request, t: TFunction): Promise<{ toast: ShownToast; forget: string } | null> {
  // A prefetched page may never be seen; the message must wait for one that is.
  if (/prefetch/.test(request.headers.get("Sec-Purpose") ?? request.headers.get("Purpose") ?? "")) return null;
  const parsed = schema.safeParse(await cookie.parse(request.headers.get("Cookie")));
  if (!parsed.success) return null;
  const { id, tone, text, key, values } = parsed.data;
  const forget = await cookie.serialize("", { maxAge: 0 });
  return { toast: { id, tone, text: text ?? t(key ?? "errors:unexpected", values) }, forget };
}

/** Sends the browser to `url` (a path of this site), where the toast is shown. */
export async function redirectWithToast(url: string, toast: Toast, headers = new Headers()): Promise<Response> {
  headers.append("Set-Cookie", await toastCookie(toast));
  headers.set("Location", url);
  return new Response(null, { status: 303, headers });
}
