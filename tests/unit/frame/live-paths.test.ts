import { expect, it } from "vitest";
import { TICKET, TICKETS } from "~/live/paths";
import { ticket } from "~server/contract/entities/tickets";

it("live events know tickets by the addresses of their declaration", () => {
  expect(ticket.paths).toMatchObject({ list: TICKETS, view: `${TICKET}{id}` });
});
