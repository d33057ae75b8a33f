import { style } from "@vanilla-extract/css";
import { u } from "~/theme/shape";

export const stack = style({ display: "grid", gap: u(4) });
export const line = style({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: u(2) });
export const page = style({ display: "grid", gap: u(4), maxWidth: "960px" });
/** What was typed, with its line breaks. */
export const kept = style({ whiteSpace: "pre-wrap", overflowWrap: "anywhere" });
/** Cameras want dark on light, whatever the theme. */
export const qr = style({ background: "#fff", justifySelf: "center", maxWidth: "100%", height: "auto" });
export const codes = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(11em, 1fr))",
  gap: u(2),
  margin: 0,
  padding: 0,
  listStyle: "none",
});
