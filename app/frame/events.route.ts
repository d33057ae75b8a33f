import { protectedLoader } from "~server/web/guard.server";
import { answerOf } from "~server/web/incoming.server";
import { relays } from "~server/web/live/relays.server";
import { eventStream } from "~server/web/live/stream.server";
import { callHeaders } from "~server/web/call-headers.server";

/**
 * Live events of the signed-in person as server-sent events. `Last-Event-ID` or `?last` continues where a stream ended;
 * `?brief` sends what there is and ends, for browsers behind a proxy that holds back what has not ended.
 */
export const loader = protectedLoader(
  "login",
  ({ request, url, token, t }) => {
    if (request.method !== "GET") return new Response(null, { status: 405, headers: { Allow: "GET" } });
    const last = request.headers.get("Last-Event-ID") ?? url.searchParams.get("last") ?? undefined;
    return eventStream({
      join: (listener) => relays().join(token, callHeaders(request, token), listener, last),
      label: (type) => t(`frame:bell.${type}`),
      answer: answerOf(request),
      signal: request.signal,
      brief: url.searchParams.has("brief"),
    });
  },
  { stream: true },
);
