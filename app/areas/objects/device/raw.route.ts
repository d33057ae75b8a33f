import { protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { DEVICE, devicePath } from "./device.server";

/** The audit file as it came, for keeping. */
export const loader = protectedLoader(
  DEVICE,
  ({ api, params }) => {
    if (!/^\d{1,9}$/.test(params.file ?? "")) throw notFound();
    return api.stream(devicePath(params, `/audits/${params.file}/raw`));
  },
  { resource: true },
);
