import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CreateScreen } from "~/resource/form";
import { createAction } from "~/resource/form.server";
import { createSheetLoader } from "./create.server";

export const loader = createSheetLoader;
export const action = createAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function CreateSheetRoute() {
  return <CreateScreen model={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
