import { useLoaderData } from "@remix-run/react";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import "./photos.css";
import "./sheet.css";
import { sheetLoader } from "./sheet.server";

export const loader = sheetLoader;

/** A route sheet: its machines, its pick list and its boxes, to look at and to print. */
export default function SheetRoute() {
  return <DrawnOnServer html={useLoaderData<typeof loader>().html} />;
}
