import { sql } from "drizzle-orm";
import { z } from "zod";
import { AUDIT_MOST_BYTES } from "~server/contract/audit";
import { READ_REASONS } from "~server/contract/enums";
import { one } from "../../database/query";
import { Fault } from "../../fault";
import { type App, type Call, type Deps, fileName, idParam, ok, rawBody, require } from "../../http";
import { readRecord } from "../../resource/read";
import { type Registry, resourceNamed } from "../../resource/resource";
import { sha256 } from "../../secrets";
import { ingest } from "./ingest";
import { listReads, rawOf, readFile } from "./reads";

const page = z.coerce.number().int().min(1).max(100_000).catch(1);

const unitRow = z.object({ id: z.number(), device_id: z.number().nullable() });

/** The unit that calls (headers `X-Device` and its secret as `Authorization`), with its call noted; 401 when it is none of ours. */
async function callingUnit(c: Call, { pool }: Deps): Promise<z.infer<typeof unitRow>> {
  const secret = (c.req.header("authorization") ?? "").replace(/^Bearer /, "");
  const found = await one(pool, unitRow, sql`
    update telemetries set last_contact_at = now() where serial = ${c.req.header("x-device") ?? ""} and secret_hash = ${sha256(secret)} returning id, device_id`);
  if (!found) throw new Fault(401, "unauthorized");
  return found;
}

/** What units call: `POST /telemetry/ping` says that one is there, `POST /telemetry/audit` hands in an audit file (header `X-Read-Reason`). */
export function mountTelemetry(app: App, deps: Deps): void {
  app.post("/telemetry/ping", async (c) => {
    await callingUnit(c, deps);
    return ok(c, { server_time: new Date().toISOString() });
  });
  app.post("/telemetry/audit", async (c) => {
    const { id, device_id: deviceId } = await callingUnit(c, deps);
    if (!deviceId) throw new Fault(409, "unit_without_device");
    const reason = z.enum(READ_REASONS).catch("schedule").parse(c.req.header("x-read-reason"));
    const raw = await rawBody(c, AUDIT_MOST_BYTES);
    return ok(c, await ingest(deps.pool, {
      deviceId, raw, reason, receivedAt: new Date().toISOString(), name: null, userId: null, telemetryId: id, fromInitialisation: false,
    }));
  });
}

/** A machine's audit files, for staff who may see the machine. */
export function mountAudits(app: App, { pool }: Deps, registry: Registry): void {
  const devices = resourceNamed(registry, "device");
  const path = "/devices/:id{[0-9]+}/audits";
  const deviceOf = async (c: Call) => (await readRecord(pool, registry, devices, require(c, [devices.entity.permission]), idParam(c))).id;

  app.get(path, async (c) => ok(c, await listReads(pool, await deviceOf(c), page.parse(c.req.query("page")))));
  app.post(path, async (c) => {
    const deviceId = await deviceOf(c);
    const raw = await rawBody(c, AUDIT_MOST_BYTES);
    return ok(c, await ingest(pool, {
      deviceId, raw, reason: "staff", receivedAt: new Date().toISOString(), name: fileName(c), userId: c.get("viewer").id, telemetryId: null,
      fromInitialisation: c.req.header("x-from-initialisation") === "1",
    }), 201);
  });
  app.get(`${path}/:file{[0-9]+}`, async (c) => ok(c, await readFile(pool, await deviceOf(c), idParam(c, "file"))));
  app.get(`${path}/:file{[0-9]+}/raw`, async (c) => {
    const file = await rawOf(pool, await deviceOf(c), idParam(c, "file"));
    return c.body(Buffer.from(file.raw), 200, {
      "content-type": "text/plain; charset=windows-1251",
      "content-disposition": `attachment; filename="audit-${file.id}.txt"`,
      "x-content-type-options": "nosniff",
    });
  });
}
