import { style, styleVariants } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { row } from "~/theme/shared.css";
import { radius, text, u } from "~/theme/shape";

export const progress = style({ ...text.control, display: "grid", gap: u(1) });
export const words = style([row, { justifyContent: "space-between" }]);
export const bar = style({
  width: "100%",
  height: u(2),
  borderRadius: radius.round,
  background: color.shade,
  boxShadow: `inset 0 0 0 1px ${color.line}`,
});
export const fill = styleVariants({
  neutral: { fill: color.edge },
  ok: { fill: color.series2 },
  warn: { fill: color.series3 },
  bad: { fill: color.badFill },
  info: { fill: color.fill },
});
