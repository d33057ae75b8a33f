import { useActionData, useLoaderData } from "@remix-run/react";
import { EntryScreen } from "~/resource/entry-screen";
import { moveAction, moveLoader } from "./move.server";

export const loader = moveLoader;
export const action = moveAction;

/** Puts money on a key, takes it off, or corrects its bonuses. */
export default function MoveRoute() {
  return <EntryScreen {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
