import { useActionData, useLoaderData } from "@remix-run/react";
import { EntryScreen } from "~/resource/entry-screen";
import { cashAction, cashLoader } from "./cash.server";

export const loader = cashLoader;
export const action = cashAction;

/** Puts cash into a desk or takes it out. */
export default function CashRoute() {
  return <EntryScreen {...useLoaderData<typeof loader>()} answer={useActionData<typeof action>()} />;
}
