import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { text, u, weight } from "~/theme/shape";

export const logo = style({
  display: "inline-flex",
  alignItems: "center",
  gap: u(2),
  color: color.ink,
  ...text.lead,
  fontWeight: weight.bold,
  whiteSpace: "nowrap",
});

/** The light and the dark variant of the mark. */
export const body = style({ fill: "#1d2a4d" });
export const glass = style({ fill: "#fff" });
export const cup = style({ fill: "#e08a2c" });
globalStyle(`[data-theme=dark] ${body}`, { fill: "#dfe7fb" });
globalStyle(`[data-theme=dark] ${glass}`, { fill: "#171b23" });
globalStyle(`[data-theme=dark] ${cup}`, { fill: "#f0a548" });
