import { useActionData, useLoaderData } from "@remix-run/react";
import { EntityForm } from "./form";
import { editAction, editLoader } from "./form.server";

export const loader = editLoader;
export const action = editAction;

export default function EditRoute() {
  const model = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return <EntityForm model={model} answer={answer} />;
}
