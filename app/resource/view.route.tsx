import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Stack } from "~/ui/layout";
import { DrawnOnServer } from "./drawn-on-server";
import { viewLoader } from "./view.server";

export const loader = viewLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

/** A record: its frame, and what the tab shows. */
export default function ViewRoute() {
  return (
    <Stack>
      <DrawnOnServer html={useLoaderData<typeof loader>().html} />
      <Outlet />
    </Stack>
  );
}
