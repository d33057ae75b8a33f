import { useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import "./sheet.css";
import { sheetLoader } from "./sheet.server";

export const loader = sheetLoader;

/** A QR code, or those of a batch and what became of them. */
export default function SheetRoute() {
  return <DrawnOnServer html={useLoaderData<typeof loader>().html} />;
}
