import { randomUUID } from "node:crypto";
import { payCallback } from "~server/contract/calls/pay";
import { readBytes } from "~server/web/body.server";
import { callHeaders } from "~server/web/call-headers.server";
import { publicAction, publicLoader } from "~server/web/guard.server";
import { exchange, Unreachable } from "~server/web/upstream.server";

/** What providers sign with, besides the body. */
const SIGNED = ["content-type", "x-sign"] as const;

/** Where payment providers call: what they say goes on to the vending API byte by byte, and its answer back. */
export const callbackAction = publicAction(
  async ({ request, params }) => {
    const account = params.account ?? "";
    if (!/^\d{1,9}$/.test(account)) return said(404);
    const body = await readBytes(request, payCallback.most).catch(() => null);
    if (body === null) return said(413);
    const headers = callHeaders(request, null);
    for (const name of SIGNED) {
      const value = request.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    try {
      const path = `/pay/callback/${account}`;
      const { status } = await exchange({ method: "POST", path, headers, body, signal: request.signal }, (answer) =>
        answer.body.dump(),
      );
      return said(status);
    } catch (error) {
      // It calls again when it is not answered.
      if (error instanceof Unreachable) return said(503);
      throw error;
    }
  },
  { byAddress: true },
);

export const callbackLoader = publicLoader(() => new Response(null, { status: 405, headers: { Allow: "POST" } }));

/** Portmone wants these words; all others look at the status alone. */
const said = (status: number): Response =>
  Response.json(
    status === 200
      ? { errorCode: "0", reason: "OK", responseId: randomUUID() }
      : { errorCode: "1", reason: String(status) },
    { status, headers: { "Cache-Control": "no-store" } },
  );
