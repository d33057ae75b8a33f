import { z } from "zod";
import { AUDIT_DECISIONS, AUDIT_MAX_BYTES, acceptedSchema, auditFileSchema, decisionForm, readsSchema } from "../audit";
import { change, download, read, upload } from "../call";
import { auditPeriodsSchema, periodsQuery } from "../audit-periods";
import { questionsQuery, questionsSchema } from "../audit-questions";
import { device } from "../entities/devices";
import { listRequirement } from "../entity";
import { auditHealthSchema } from "../audit-health";
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
export const decideAudit = change({
  ...ofDevice,
  path: "/devices/{id}/audits/{file}/decision",
  does: "Say what becomes of an audit file: it counts whatever speaks against it, it is left out, or the rules judge",
  form: decisionForm,
  answer: z.object({ id: z.number().int(), decision: z.enum(AUDIT_DECISIONS) }),
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
export const deviceAuditPeriods = read({
  ...ofDevice,
  path: "/devices/{id}/audits/periods",
  query: periodsQuery,
  does: "What a machine counted between its reads beside what vend events tell of the same time, newest first, 50 a page",
  answer: auditPeriodsSchema,
});
export const auditQuestions = read({
  path: "/audits/questions",
  needs: listRequirement(device),
  query: questionsQuery,
  does: "Machines whose audits wait for a person, of those that the person may see, by what they ask",
  answer: questionsSchema,
});
