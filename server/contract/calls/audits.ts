import { acceptedSchema, AUDIT_MAX_BYTES, auditFileSchema, readsSchema } from "../audit";
import { download, read, upload } from "../call";
import { device } from "../entities/devices";
import { listRequirement } from "../entity";
import { auditHealthSchema } from "../fleet";
import { pageQuery } from "../query";

const ofDevice = { needs: listRequirement(device), about: device };

export const deviceAudits = read({
  ...ofDevice,
  path: "/devices/{id}/audits",
  query: pageQuery,
  does: "Audit reads of a machine, newest first",
  answer: readsSchema,
});
export const uploadAudit = upload({
  ...ofDevice,
  path: "/devices/{id}/audits",
  does: "Upload an EVA-DTS file of a machine",
  headers: {
    "X-File-Name": "its name, percent-encoded",
    "X-From-Initialisation": "1: it counts from the machine's initialisation on",
  },
  type: "text/plain",
  most: AUDIT_MAX_BYTES,
  answer: acceptedSchema,
});
export const deviceAuditFile = read({
  ...ofDevice,
  path: "/devices/{id}/audits/{file}",
  does: "One audit file and the sales it brought",
  answer: auditFileSchema,
});
export const rawAudit = download({
  ...ofDevice,
  path: "/devices/{id}/audits/{file}/raw",
  does: "The bytes of an audit file",
  type: "text/plain",
  statuses: [200],
});
export const deviceAuditHealth = read({
  ...ofDevice,
  path: "/devices/{id}/audits/health",
  does: "What is wrong with a machine's chain of audits, newest first, at most 50 of a kind",
  answer: auditHealthSchema,
});
