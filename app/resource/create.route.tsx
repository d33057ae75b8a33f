import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CreateScreen } from "./form";
import { createAction, createLoader } from "./form.server";

export const loader = createLoader;
export const action = createAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function CreateRoute() {
  return <CreateScreen model={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
