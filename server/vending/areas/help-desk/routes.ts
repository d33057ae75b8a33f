import { listRequirement } from "~server/contract/entity";
import { conversationQuery, entryBody, timeBody } from "~server/contract/help-desk";
import { Fault } from "../../fault";
import { type App, body, type Call, type Deps, idParam, ok, require } from "../../http";
import { readRecord } from "../../resource/read";
import { deviceResource } from "../objects/resources";
import { besideOf, errorsOf } from "./context";
import { addEntry, conversationOf, setTime } from "./entries";
import { ticketResource } from "./resources";

/** The conversation of a ticket, what stands beside it, and what is wrong with a machine. */
export function mountHelpDesk(app: App, { pool }: Deps): void {
  const path = `${ticketResource.entity.api}/:id{[0-9]+}`;
  const seen = async (c: Call) => {
    const viewer = require(c, listRequirement(ticketResource.entity));
    return { viewer, id: (await readRecord(pool, ticketResource, viewer, idParam(c))).id };
  };
  app.get(`${path}/conversation`, async (c) => {
    const wanted = conversationQuery.safeParse(c.req.query());
    if (!wanted.success) throw new Fault(400, "bad_request");
    const { viewer, id } = await seen(c);
    return ok(c, await conversationOf(pool, viewer, id, wanted.data.before));
  });
  app.get(`${path}/beside`, async (c) => {
    const { viewer, id } = await seen(c);
    return ok(c, await besideOf(pool, viewer, id));
  });
  app.post(`${path}/entries`, async (c) => {
    const viewer = require(c, listRequirement(ticketResource.entity));
    return ok(c, await addEntry(pool, viewer, idParam(c), await body(c, entryBody)), 201);
  });
  app.post(`${path}/time`, async (c) => {
    const viewer = require(c, listRequirement(ticketResource.entity));
    await setTime(pool, viewer, idParam(c), (await body(c, timeBody)).seconds);
    return ok(c, {});
  });
  app.get(`${deviceResource.entity.api}/:id{[0-9]+}/errors`, async (c) => {
    const viewer = require(c, listRequirement(deviceResource.entity));
    return ok(c, await errorsOf(pool, viewer, (await readRecord(pool, deviceResource, viewer, idParam(c))).id));
  });
}
