import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { Notice } from "~/ui/notice";
import "~/areas/qr-codes/sheet.css";
import { fiscalAction, fiscalLoader } from "./screen.server";

export const loader = fiscalLoader;
export const action = fiscalAction;

/** A tab has the title of the record that it belongs to. */
export const meta: MetaFunction<typeof loader> = ({ data, matches }) =>
  data?.title ? [{ title: data.title }] : (matches.at(-2)?.meta ?? []);

/** A desk, its receipts, a receipt, what a location's desk did: drawn on the server. */
export default function FiscalRoute() {
  const error = useActionData<typeof action>()?.error;
  return (
    <>
      {error && <Notice tone="bad" title={error} alert />}
      <DrawnOnServer html={useLoaderData<typeof loader>().html} />
    </>
  );
}
