import { useActionData, useLoaderData } from "@remix-run/react";
import { EntryScreen } from "~/resource/entry-screen";
import { moveAction, moveLoader } from "./move.server";

export const loader = moveLoader;
export const action = moveAction;

/** A move at a warehouse. */
export default function MoveRoute() {
  return <EntryScreen {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
