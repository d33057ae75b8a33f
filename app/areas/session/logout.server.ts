import { redirect } from "@remix-run/node";
import { z } from "zod";
import { logout } from "~server/contract/calls/session";
import { publicAction, publicLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { forget } from "~server/web/me.server";
import { clear, getToken } from "~server/web/session.server";
import { callHeaders } from "~server/web/call-headers.server";
import { ask } from "~server/web/outcome.server";

const labels = [
  "session:logout.title",
  "session:logout.text",
  "session:logout.submit",
  "session:logout.cancel",
] as const;

/** Asks before signing out, for whoever comes by a link. */
export const loader = publicLoader(({ t }) => ({ labels: pick(t, labels) }));

/** Ends the session here and, as far as it can be reached, in the API. */
export const action = publicAction(async ({ request }) => {
  const token = await getToken(request);
  if (token) {
    forget(token);
    await ask({ method: "GET", path: logout.path, headers: callHeaders(request, token) }, z.unknown());
  }
  return redirect("/login", { headers: { "Set-Cookie": await clear() } });
});
