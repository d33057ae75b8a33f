import { style, styleVariants } from "@vanilla-extract/css";

const icon = style({
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
});

export const size = styleVariants({
  s: [icon, { width: 12, height: 12, strokeWidth: 3 }],
  m: [icon, { width: 16, height: 16 }],
  l: [icon, { width: 20, height: 20 }],
  xl: [icon, { width: 40, height: 40, strokeWidth: 1.5 }],
});
