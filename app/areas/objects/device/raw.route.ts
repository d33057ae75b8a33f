import { rawAudit } from "~server/contract/calls/audits";
import { protectedLoader } from "~server/web/guard.server";
import { DEVICE } from "./device.server";

/** The audit file as it came, for keeping. */
export const loader = protectedLoader(
  DEVICE,
  ({ api, params }) => api.download(rawAudit, { id: params.id, file: params.file }),
  { resource: true },
);
