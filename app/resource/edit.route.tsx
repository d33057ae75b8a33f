import { useActionData, useLoaderData } from "@remix-run/react";
import { EntityForm } from "./form";
import { editAction, editLoader } from "./form.server";

export const loader = editLoader;
export const action = editAction;

export default function EditRoute() {
  const model = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  // Saved values come back with a new version: the form begins anew with them. A conflict keeps what was typed.
  return <EntityForm key={model.version} model={model} answer={answer} />;
}
