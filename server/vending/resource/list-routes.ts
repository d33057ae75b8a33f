import { z } from "zod";
import { bulkBody } from "~server/contract/lists";
import { actionRequirement, bulkActionsOf, listRequirement } from "~server/contract/entity";
import { takenSchema } from "~server/contract/schema";
import { type App, body, type Call, type Deps, idParam, ok, require } from "../http";
import { actOnMany } from "./bulk";
import { exportPage, neighboursOf } from "./keyset";
import { readRecord } from "./read";
import { scopeCounts } from "./scopes";
import { relatedTo } from "./related";
import type { Resource } from "./resource";

const queryOf = (c: Call) => new URL(c.req.url).searchParams;

/** What makes a list comfortable: export, neighbours, related records, actions on many records. */
export function mountComfort(app: App, { pool }: Deps, resource: Resource): void {
  const { entity } = resource;
  const see = listRequirement(entity);
  app.get(`${entity.api}/export`, async (c) => ok(c, await exportPage(pool, resource, require(c, see), queryOf(c))));
  if (entity.list.scopes?.some((scope) => scope.counted))
    app.get(`${entity.api}/scopes`, async (c) => ok(c, await scopeCounts(pool, resource, require(c, see), queryOf(c))));
  app.get(`${entity.api}/:id{[0-9]+}/neighbours`, async (c) =>
    ok(c, await neighboursOf(pool, resource, require(c, see), idParam(c), queryOf(c))),
  );
  app.get(`${entity.api}/:id{[0-9]+}/related`, async (c) => {
    const viewer = require(c, see);
    const record = await readRecord(pool, resource, viewer, idParam(c));
    return ok(c, await relatedTo(pool, resource, record.id, viewer));
  });
  for (const action of bulkActionsOf(entity)) {
    const taken = takenSchema(entity, action);
    app.post(`${entity.api}/bulk/${action.name}`, async (c) => {
      const viewer = require(c, actionRequirement(entity, action));
      const chosen = await body(c, taken ? z.intersection(bulkBody, taken) : bulkBody);
      return ok(
        c,
        await actOnMany(
          pool,
          resource,
          viewer,
          action.name,
          chosen,
          action.takes === undefined ? undefined : Reflect.get(chosen, action.takes),
        ),
      );
    });
  }
}
