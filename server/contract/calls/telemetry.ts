import { ASK_MAX_BYTES, askAnswerSchema, askSchema } from "../authorise";
import { acceptedSchema, AUDIT_MAX_BYTES } from "../audit";
import { download, upload } from "../call";
import { BATCH_MAX_BYTES, batchAnswerSchema, batchSchema } from "../telemetry";

export const telemetryBatch = upload({
  path: "/telemetry/batch",
  needs: "unit",
  does: "What a unit tells: events and its own state; without events it is a ping",
  headers: { "Content-Encoding": "gzip is understood" },
  type: "application/json",
  json: batchSchema,
  most: BATCH_MAX_BYTES,
  answer: batchAnswerSchema,
  status: 200,
  refuses: [409, 503],
});
export const telemetryAuthorise = upload({
  path: "/telemetry/authorise",
  needs: "unit",
  does: "Whether a key, a code or a partner's card may pay for a vend; its money is held for a minute",
  type: "application/json",
  json: askSchema,
  most: ASK_MAX_BYTES,
  answer: askAnswerSchema,
  status: 200,
  refuses: [409, 503],
});
export const telemetryAudit = upload({
  path: "/telemetry/audit",
  needs: "unit",
  does: "EVA-DTS file of the unit's machine",
  headers: {
    "X-Read-Reason": "why it was read",
    "X-Read-At": "when it was read, by the unit's clock",
    "X-Sent-At": "when it was sent, by the same clock",
  },
  type: "text/plain",
  most: AUDIT_MAX_BYTES,
  answer: acceptedSchema,
  status: 200,
  refuses: [409],
});
export const telemetryFirmware = download({
  path: "/telemetry/firmware/{id}",
  needs: "unit",
  does: "Image of a firmware that the unit was told to install, whole or in ranges of at most 1 MB",
  headers: { Range: "one range of bytes" },
  type: "application/octet-stream",
  statuses: [200, 206, 416],
});
