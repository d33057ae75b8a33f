import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { u } from "~/theme/shape";

/** Slots under each other: what a slot is, what was found in it, what was put in. Wide enough for a thumb, and no wider. */
export const slots = style({ display: "grid" });
export const slot = style({
  display: "grid",
  gridTemplateColumns: `1fr ${u(20)} ${u(20)}`,
  gap: `${u(1)} ${u(2)}`,
  alignItems: "center",
  padding: `${u(2)} 0`,
  borderTop: `1px solid ${color.line}`,
});
globalStyle(`${slot}>details`, { gridColumn: "1/-1" });
globalStyle(`${slot} input`, { textAlign: "end" });

export const file = style({ maxWidth: "100%", padding: `${u(1)} 0`, color: "inherit" });
