import { z } from "zod";
import { moveBody } from "~server/contract/stock";
import { type App, body, type Call, type Deps, idParam, ok, require } from "../../http";
import { readRecord } from "../../resource/read";
import type { Registry } from "../../resource/resource";
import { movesOf, stockOf } from "./books";
import { warehouseResource } from "./resources";
import { makeMove } from "./stock";

const page = z.coerce.number().int().min(1).max(100_000).catch(1);

/** Stock of warehouses: what is there, what was moved, and a new move. */
export function mountStock(app: App, { pool }: Deps, registry: Registry): void {
  const path = `${warehouseResource.entity.api}/:id{[0-9]+}`;
  const seen = async (c: Call) => {
    const viewer = require(c, [warehouseResource.entity.permission]);
    return { viewer, id: (await readRecord(pool, registry, warehouseResource, viewer, idParam(c))).id };
  };
  app.get(`${path}/stock`, async (c) => ok(c, await stockOf(pool, (await seen(c)).id)));
  app.get(`${path}/moves`, async (c) => {
    const { viewer, id } = await seen(c);
    return ok(c, await movesOf(pool, viewer, id, page.parse(c.req.query("page"))));
  });
  app.post(`${path}/moves`, async (c) => {
    const { viewer, id } = await seen(c);
    const { key, ...move } = await body(c, moveBody);
    return ok(c, await makeMove(pool, viewer, id, key, move), 201);
  });
}
