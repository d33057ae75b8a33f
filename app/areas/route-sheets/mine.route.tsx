import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { Stack } from "~/ui/layout";
import { mineAction, mineLoader } from "./mine.server";
import "./photos.css";
import "./stop.css";
import { Unsent } from "./unsent";

export const loader = mineLoader;
export const action = mineAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** A crew's phone pages: its sheets, what is loaded and brought back, a machine. Plain forms, drawn by the server. */
export default function MineRoute() {
  const { html, who, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <Unsent who={who} labels={labels} />
      <DrawnOnServer html={useActionData<typeof action>()?.html ?? html} />
    </Stack>
  );
}
