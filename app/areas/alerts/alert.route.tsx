import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { alertLoader } from "./alert.server";
import { acknowledgeAction } from "./alerts.server";

export const loader = alertLoader;
export const action = acknowledgeAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** An alert with its machines and whom it was told. */
export default function AlertRoute() {
  return <DrawnOnServer html={useLoaderData<typeof loader>().html} />;
}
