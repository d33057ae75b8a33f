import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { u } from "~/theme/shape";

/** What is asked for in a line, which unfolds what it can be. */
export const asked = style({
  display: "flex",
  alignItems: "center",
  gap: u(2),
  minHeight: u(7),
  color: color.accent,
  cursor: "pointer",
  listStyle: "none",
  "@media": { print: { color: "inherit" } },
});
export const fields = style({ marginTop: u(2) });
globalStyle(`${asked} svg`, { "@media": { print: { display: "none" } } });
