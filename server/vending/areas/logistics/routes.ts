import { z } from "zod";
import { moveBody } from "~server/contract/stock";
import { type App, body, type Call, type Deps, idParam, ok, require } from "../../http";
import { readRecord } from "../../resource/read";
import type { Resource } from "../../resource/resource";
import { movesOf, type Place, stockOf } from "./books";
import { crewResource, warehouseResource } from "./resources";
import { makeMove } from "./stock";

const page = z.coerce.number().int().min(1).max(100_000).catch(1);
const pathOf = ({ entity }: Resource) => `${entity.api}/:id{[0-9]+}`;

/** Stock of warehouses and of crews: what is there and what was moved; a new move is entered at a warehouse. */
export function mountStock(app: App, { pool }: Deps): void {
  const seen = async (c: Call, resource: Resource) => {
    const viewer = require(c, [resource.entity.permission]);
    return { viewer, id: (await readRecord(pool, resource, viewer, idParam(c))).id };
  };
  const books = (resource: Resource, place: Place["place"]) => {
    app.get(`${pathOf(resource)}/stock`, async (c) =>
      ok(c, await stockOf(pool, { place, id: (await seen(c, resource)).id })),
    );
    app.get(`${pathOf(resource)}/moves`, async (c) => {
      const { viewer, id } = await seen(c, resource);
      return ok(c, await movesOf(pool, viewer, { place, id }, page.parse(c.req.query("page"))));
    });
  };
  books(warehouseResource, "WAREHOUSE");
  books(crewResource, "CREW");
  app.post(`${pathOf(warehouseResource)}/moves`, async (c) => {
    const { viewer, id } = await seen(c, warehouseResource);
    const { key, ...move } = await body(c, moveBody);
    return ok(c, await makeMove(pool, viewer, id, key, move), 201);
  });
}
