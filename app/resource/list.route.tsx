import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "./drawn-on-server";
import { listLoader } from "./list.server";

export const loader = listLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function ListRoute() {
  return <DrawnOnServer html={useLoaderData<typeof loader>().html} />;
}
