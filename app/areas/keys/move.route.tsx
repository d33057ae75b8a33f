import { useActionData, useLoaderData } from "@remix-run/react";
import { EntityForm } from "~/resource/form";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { moveAction, moveLoader } from "./move.server";

export const loader = moveLoader;
export const action = moveAction;

/** Puts money on a key, takes it off, or corrects its bonuses. */
export default function MoveRoute() {
  const { title, hint, along, model } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <Stack>
      <Notice tone="info" title={title}>
        {hint}
      </Notice>
      <EntityForm model={model} answer={answer} along={along} />
    </Stack>
  );
}
