import { z } from "zod";
import { download, read } from "../call";
import { serverInfoSchema } from "../session";

export const alive = read({ path: "/healthz", needs: "nothing", does: "The service answers", answer: z.object({}) });
export const ready = read({
  path: "/readyz",
  needs: "nothing",
  does: "The service answers and has its database",
  answer: z.object({}),
  refuses: [503],
});
export const serverInfo = read({
  path: "/server",
  needs: "nothing",
  does: "Version of the server's core, and whether this is a demonstration",
  answer: serverInfoSchema,
});
export const openapiDocument = download({
  path: "/openapi.json",
  needs: "nothing",
  does: "This document",
  type: "application/json",
  statuses: [200],
});
/** Served beside the calls, on the same port (server/vending/socket.ts). */
export const liveSocket = download({
  path: "/socket",
  needs: "nothing",
  does: "Live socket (WebSocket, `?auth=` the token): after `init` with the same token it sends ticketReply, ticketCreated and logout, and our own ticketAssigned and ticketChanged (which tells nobody anything but that a ticket they may see looks different; without TicketId any may); closes with 4401 when the token is no good",
  type: "application/json",
  statuses: [101],
  refuses: [426],
});
