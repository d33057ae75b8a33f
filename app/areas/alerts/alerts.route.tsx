import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { acknowledgeAction, alertsLoader } from "./alerts.server";

export const loader = alertsLoader;
export const action = acknowledgeAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** What needs somebody, told once for all machines of an outage. */
export default function AlertsRoute() {
  return <DrawnOnServer html={useLoaderData<typeof loader>().html} />;
}
