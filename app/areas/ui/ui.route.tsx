import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { WITHOUT_SCRIPTS } from "~/frame/document";
import { main } from "~/frame/layouts.css";
import { uiLoader } from "./ui.server";

export const loader = uiLoader;

/** It is looked at, not worked with; so no browser loads what few screens need. */
export const handle = WITHOUT_SCRIPTS;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.title }];

export default function UiRoute() {
  const { html } = useLoaderData<typeof loader>();
  return <main id="content" className={main} dangerouslySetInnerHTML={{ __html: html }} />;
}
