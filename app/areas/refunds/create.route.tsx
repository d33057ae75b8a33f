import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { EntryScreen } from "~/resource/entry-screen";
import { Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { createRefundAction, createRefundLoader } from "./create.server";

export const loader = createRefundLoader;
export const action = createRefundAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** A new refund: its machine, its vend, and what is returned of it. */
export default function CreateRefundRoute() {
  const { title, list, crumbsLabel, html, entry } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Stack>
      <PageHeader title={title} crumbs={[list]} crumbsLabel={crumbsLabel} />
      {entry ? <EntryScreen {...entry} answer={answer} /> : <DrawnOnServer html={html} />}
    </Stack>
  );
}
