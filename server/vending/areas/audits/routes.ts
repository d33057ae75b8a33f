import * as calls from "~server/contract/calls/audits";
import type { Answers } from "../../answers";
import { type Deps, fileName } from "../../http";
import { auditHealth } from "./health";
import { ingest } from "./ingest";
import { listReads, rawOf, readFile } from "./reads";

/** A machine's audit files, for staff who may see the machine. */
export function answerAudits({ read, upload, download }: Answers, { pool }: Deps): void {
  read(calls.deviceAudits, ({ param, query }) => listReads(pool, param("id"), query.page));
  upload(calls.uploadAudit, async ({ c, viewer, param, bytes }) =>
    ingest(pool, {
      deviceId: param("id"),
      raw: await bytes(),
      reason: "staff",
      receivedAt: new Date().toISOString(),
      readAt: null,
      name: fileName(c),
      userId: viewer.id,
      telemetryId: null,
      fromInitialisation: c.req.header("x-from-initialisation") === "1",
    }),
  );
  read(calls.deviceAuditHealth, ({ param }) => auditHealth(pool, param("id")));
  read(calls.deviceAuditFile, ({ param }) => readFile(pool, param("id"), param("file")));
  download(calls.rawAudit, async ({ c, param }) => {
    const file = await rawOf(pool, param("id"), param("file"));
    return c.body(Buffer.from(file.raw), 200, {
      "content-type": "text/plain; charset=windows-1251",
      "content-disposition": `attachment; filename="audit-${file.id}.txt"`,
    });
  });
}
