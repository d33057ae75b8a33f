import { z } from "zod";
import { AUDIT_MOST_BYTES } from "~server/contract/audit";
import { type App, type Call, type Deps, fileName, idParam, ok, rawBody, require } from "../../http";
import { readRecord } from "../../resource/read";
import { resourceNamed } from "../../resource/resource";
import { ingest } from "./ingest";
import { listReads, rawOf, readFile } from "./reads";

const page = z.coerce.number().int().min(1).max(100_000).catch(1);

/** A machine's audit files, for staff who may see the machine. */
export function mountAudits(app: App, { pool }: Deps): void {
  const devices = resourceNamed("device");
  const path = "/devices/:id{[0-9]+}/audits";
  const deviceOf = async (c: Call) =>
    (await readRecord(pool, devices, require(c, [devices.entity.permission]), idParam(c))).id;

  app.get(path, async (c) => ok(c, await listReads(pool, await deviceOf(c), page.parse(c.req.query("page")))));
  app.post(path, async (c) => {
    const deviceId = await deviceOf(c);
    const raw = await rawBody(c, AUDIT_MOST_BYTES);
    return ok(
      c,
      await ingest(pool, {
        deviceId,
        raw,
        reason: "staff",
        receivedAt: new Date().toISOString(),
        readAt: null,
        name: fileName(c),
        userId: c.get("viewer").id,
        telemetryId: null,
        fromInitialisation: c.req.header("x-from-initialisation") === "1",
      }),
      201,
    );
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
