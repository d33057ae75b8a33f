import { type App, type Call, type Deps, idParam, ok, require } from "../../http";
import { readRecord } from "../../resource/read";
import { type Registry, resourceNamed } from "../../resource/resource";
import { healthOf } from "./health";
import { stateOf } from "./state";
import { wallOf, wallQuery } from "./wall";

/** What people look at: the wall of machines for everybody signed in; a machine's state and the health of its audits for who may see it. */
export function mountWatch(app: App, { pool }: Deps, registry: Registry): void {
  const devices = resourceNamed(registry, "device");
  const deviceOf = async (c: Call) => (await readRecord(pool, registry, devices, require(c, [devices.entity.permission]), idParam(c))).id;

  app.get("/devices/states", async (c) => ok(c, await wallOf(pool, require(c, "login"), wallQuery.parse(c.req.query()))));
  app.get("/devices/:id{[0-9]+}/state", async (c) => ok(c, await stateOf(pool, await deviceOf(c))));
  app.get("/devices/:id{[0-9]+}/audits/health", async (c) => ok(c, await healthOf(pool, await deviceOf(c))));
}
