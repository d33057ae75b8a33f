import { useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "./drawn-on-server";
import type { SummaryLoader } from "./summary.server";

/** The first tab of a record that opens on its summary. */
export function SummaryTab() {
  return <DrawnOnServer html={useLoaderData<SummaryLoader>().html} />;
}
