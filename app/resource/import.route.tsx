import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "./drawn-on-server";
import { importAction, importLoader } from "./import.server";

export const loader = importLoader;
export const action = importAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** A file of records: chosen, looked at, saved. */
export default function ImportRoute() {
  const answer = useActionData<typeof action>();
  const { html } = useLoaderData<typeof loader>();
  return <DrawnOnServer html={answer ? answer.html : html} />;
}
