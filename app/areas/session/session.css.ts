import { style } from "@vanilla-extract/css";
import { u } from "~/theme/shape";

export const stack = style({ display: "grid", gap: u(4) });
export const line = style({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: u(2) });
export const page = style({ display: "grid", gap: u(4), maxWidth: "960px" });
/** What was typed, with its line breaks. */
export const kept = style({ whiteSpace: "pre-wrap", overflowWrap: "anywhere" });
