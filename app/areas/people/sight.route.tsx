import { useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { sightLoader } from "./sight.server";

export const loader = sightLoader;

export default function SightRoute() {
  return <DrawnOnServer html={useLoaderData<typeof loader>().html} />;
}
