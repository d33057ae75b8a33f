import { sql } from "drizzle-orm";
import { changeRequirement, createRequirement, listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { takenSchema, writtenSchema } from "~server/contract/schema";
import { mountComfort } from "./list-routes";
import { listQuery } from "./filter";
import { run } from "../database/query";
import { Fault, forbidden } from "../fault";
import { type App, body, type Call, type Deps, idParam, ok, require } from "../http";
import { listDeleted, readDeleted, restoreRecord } from "./deleted";
import { historyOf } from "./history";
import { optionsOf } from "./options";
import { listRecords, readRecord } from "./read";
import { type Resource, resourceNamed, resources } from "./resource";
import { holders } from "./usage";
import { actOnRecord, createRecord, deleteRecord, updateRecord } from "./write";

const queryOf = (c: Call) => new URL(c.req.url).searchParams;

/** The endpoints that every declared entity has. */
export function mountResource(app: App, deps: Deps, resource: Resource): void {
  const { entity } = resource;
  const { pool } = deps;
  if (entity.singleton) return mountSingleton(app, deps, resource);
  const see = listRequirement(entity);
  const change = changeRequirement(entity);
  const createSchema = writtenSchema(entity, "wire", "create");
  const updateSchema = writtenSchema(entity, "wire", "update");

  app.get(entity.api, async (c) => ok(c, await listRecords(pool, resource, require(c, see), queryOf(c))));
  app.post(entity.api, async (c) => {
    const viewer = require(c, createRequirement(entity));
    return ok(c, await createRecord(pool, resource, viewer, await body(c, createSchema)), 201);
  });
  app.get(`${entity.api}/:id{[0-9]+}`, async (c) =>
    ok(c, await readRecord(pool, resource, require(c, see), idParam(c))),
  );
  app.post(`${entity.api}/:id{[0-9]+}`, async (c) => {
    const viewer = require(c, change);
    return ok(c, await updateRecord(pool, resource, viewer, idParam(c), await body(c, updateSchema)));
  });
  app.get(`${entity.api}/:id{[0-9]+}/history`, async (c) => {
    const viewer = require(c, see);
    const { id } = await readRecord(pool, resource, viewer, idParam(c)).catch((error: unknown) => {
      if (entity.deletable === false || !(error instanceof Fault) || error.status !== 404) throw error;
      return readDeleted(pool, resource, viewer, idParam(c));
    });
    return ok(
      c,
      await historyOf(pool, resource, viewer, id, listQuery.parse({ page: queryOf(c).get("page") ?? 1 }).page),
    );
  });
  for (const action of entity.actions ?? []) {
    const taken = takenSchema(entity, action);
    app.post(`${entity.api}/:id{[0-9]+}/${action.name}`, async (c) => {
      const viewer = require(c, change);
      return ok(
        c,
        await actOnRecord(
          pool,
          resource,
          viewer,
          idParam(c),
          action.name,
          taken && (await body(c, taken))[action.takes ?? ""],
        ),
      );
    });
  }
  if (entity.deletable !== false) mountDeletion(app, deps, resource);
  mountComfort(app, deps, resource);
}

/** Deletion, what was deleted, and undoing it. */
function mountDeletion(app: App, { pool }: Deps, resource: Resource): void {
  const { entity } = resource;
  const see = listRequirement(entity);
  const make = createRequirement(entity);
  app.post(`${entity.api}/:id{[0-9]+}/delete`, async (c) => {
    await deleteRecord(pool, resource, require(c, make), idParam(c));
    return ok(c, {});
  });
  app.get(`${entity.api}/deleted`, async (c) => ok(c, await listDeleted(pool, resource, require(c, see), queryOf(c))));
  app.get(`${entity.api}/deleted/:id{[0-9]+}`, async (c) =>
    ok(c, await readDeleted(pool, resource, require(c, see), idParam(c))),
  );
  app.post(`${entity.api}/deleted/:id{[0-9]+}/restore`, async (c) =>
    ok(c, await restoreRecord(pool, resource, require(c, make), idParam(c))),
  );
}

/** The record of a singleton always has this id. */
const SINGLE = 1;

/** The endpoints of an entity with one record, which is made when it is first asked for. */
function mountSingleton(app: App, { pool }: Deps, resource: Resource): void {
  const { entity } = resource;
  const see = listRequirement(entity);
  const schema = writtenSchema(entity, "wire", "update");
  let made = false;
  const asked = async (c: Call) => {
    const viewer = require(c, see);
    if (!made)
      await run(
        pool,
        sql`insert into ${sql.identifier(resource.table)} (id) overriding system value values (${SINGLE}) on conflict do nothing`,
      );
    made = true;
    return viewer;
  };
  app.get(entity.api, async (c) => ok(c, await readRecord(pool, resource, await asked(c), SINGLE)));
  app.post(entity.api, async (c) =>
    ok(c, await updateRecord(pool, resource, await asked(c), SINGLE, await body(c, schema))),
  );
  app.get(`${entity.api}/history`, async (c) => {
    return ok(
      c,
      await historyOf(
        pool,
        resource,
        await asked(c),
        SINGLE,
        listQuery.parse({ page: queryOf(c).get("page") ?? 1 }).page,
      ),
    );
  });
}

/** `GET /options/{entity}`: choices for whoever may see the entity or anything that relates to it. */
export function mountOptions(app: App, { pool }: Deps): void {
  for (const { entity } of resources()) {
    if (entity.singleton) continue;
    const anyOfThem = [entity, ...holders(entity.name)].map(listRequirement);
    app.get(`/options/${entity.name}`, async (c) => {
      const viewer = require(c, "login");
      if (!anyOfThem.some((one) => allowed(viewer, one))) throw forbidden();
      return ok(c, await optionsOf(pool, resourceNamed(entity.name), viewer, queryOf(c)));
    });
  }
}
