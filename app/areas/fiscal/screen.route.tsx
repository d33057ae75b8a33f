import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { Notice } from "~/ui/notice";
import "~/areas/qr-codes/sheet.css";
import { fiscalAction, fiscalLoader } from "./screen.server";

export const loader = fiscalLoader;
export const action = fiscalAction;

export const meta: MetaFunction<typeof loader> = ({ data }) => (data?.title ? [{ title: data.title }] : []);

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
