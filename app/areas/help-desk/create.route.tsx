import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CreateScreen } from "~/resource/form";
import { createLoader } from "~/resource/form.server";
import { createTicketAction } from "./create.server";

export const loader = createLoader;
export const action = createTicketAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** A new ticket; saved, it opens on its conversation. */
export default function CreateTicketRoute() {
  return <CreateScreen model={useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
