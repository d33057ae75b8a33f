import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { reportLoader } from "./report.server";

export const loader = reportLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function ReportRoute() {
  return <DrawnOnServer html={useLoaderData<typeof loader>().html} />;
}
