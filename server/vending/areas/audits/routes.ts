import * as calls from "~server/contract/calls/audits";
import type { Answers } from "../../answers";
import { type Deps, fileName } from "../../http";
import { decideFile } from "./decide";
import { auditHealth } from "./health";
import { ingest } from "./ingest";
import { listPeriods } from "./period-list";
import { listQuestions } from "./questions";
import { listReads, rawOf, readFile } from "./reads";

/** A machine's audit files, for staff who may see the machine. */
export function answerAudits({ read, change, upload, download }: Answers, { pool }: Deps): void {
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
  read(calls.deviceAuditPeriods, ({ param, query }) => listPeriods(pool, param("id"), query));
  read(calls.deviceAuditFile, ({ param }) => readFile(pool, param("id"), param("file")));
  change(calls.decideAudit, ({ viewer, param, form }) =>
    decideFile(pool, viewer, param("id"), param("file"), form.decision),
  );
  read(calls.auditQuestions, ({ viewer, query }) => listQuestions(pool, viewer, query));
  download(calls.rawAudit, async ({ c, param }) => {
    const file = await rawOf(pool, param("id"), param("file"));
    return c.body(Buffer.from(file.raw), 200, {
      "content-type": "text/plain; charset=windows-1251",
      "content-disposition": `attachment; filename="audit-${file.id}.txt"`,
    });
  });
}
