import { useActionData, useLoaderData, useParams } from "@remix-run/react";
import { Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { Stack } from "~/ui/layout";
import { EntityForm } from "./form";
import { StartFrom } from "./start-from";
import { editAction, editLoader } from "./form.server";

export const loader = editLoader;
export const action = editAction;

export default function EditRoute() {
  const model = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const { id } = useParams();
  return (
    <Stack>
      {model.facts.length > 0 && (
        <Card>
          <DescriptionList
            items={model.facts.map(({ label, value, href, wide }) => ({
              label,
              wide,
              value: href ? <a href={href}>{value}</a> : value,
            }))}
          />
        </Card>
      )}
      {model.start && <StartFrom model={model.start} />}
      {/* Saved values come back with a new version: the form begins anew with them, as it does with another record. A conflict keeps what was typed. */}
      {model.changeable && (
        <EntityForm
          key={`${id} ${model.version} ${model.start?.from}`}
          model={model}
          answer={answer}
          kept={model.kept}
        />
      )}
    </Stack>
  );
}
