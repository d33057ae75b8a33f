import { useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { refundLoader } from "./refund.server";

export const loader = refundLoader;

/** What was asked to be returned, what became of it, and its code. */
export default function RefundRoute() {
  return <DrawnOnServer html={useLoaderData<typeof loader>().html} />;
}
