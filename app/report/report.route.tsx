import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { ReportScreen } from "./report";
import { reportLoader } from "./report.server";

export const loader = reportLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function ReportRoute() {
  const { screen } = useLoaderData<typeof loader>();
  return <DrawnOnServer>{screen && <ReportScreen model={screen} />}</DrawnOnServer>;
}
