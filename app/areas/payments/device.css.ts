import { globalStyle, style } from "@vanilla-extract/css";
import { pad, u } from "~/theme/shape";

/** Dark on light in every theme: readers want it so. Printed, as wide as a hand. */
export const poster = style({
  display: "flex",
  flexDirection: "column",
  alignItems: "center",
  gap: u(2),
  padding: pad.tile,
  background: "#fff",
  color: "#000",
  textAlign: "center",
  overflowWrap: "anywhere",
  breakInside: "avoid",
});
globalStyle(`${poster} svg`, {
  width: "100%",
  maxWidth: "240px",
  height: "auto",
  "@media": { print: { maxWidth: "90mm" } },
});
