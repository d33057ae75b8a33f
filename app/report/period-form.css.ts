import { style } from "@vanilla-extract/css";
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
});
export const fields = style({ marginTop: u(2) });
