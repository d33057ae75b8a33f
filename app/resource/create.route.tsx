import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import { Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { EntityForm } from "./form";
import { createAction, createLoader } from "./form.server";

export const loader = createLoader;
export const action = createAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function CreateRoute() {
  const model = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  // Another record begins with an empty form, not with the one just saved.
  const [search] = useSearchParams();
  return (
    <Stack>
      <PageHeader title={model.title} crumbs={[{ label: model.listTitle, href: model.listHref }]} crumbsLabel={model.labels["resource:breadcrumbs"]} />
      <EntityForm key={search.get("after")} model={model} answer={answer} another />
    </Stack>
  );
}

