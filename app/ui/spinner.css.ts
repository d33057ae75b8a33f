import { keyframes, style, styleVariants } from "@vanilla-extract/css";

const turn = keyframes({ to: { transform: "rotate(1turn)" } });
const spinner = style({
  display: "inline-block",
  border: "2px solid",
  borderRightColor: "transparent",
  borderRadius: "50%",
  "@media": { "(prefers-reduced-motion: no-preference)": { animation: `${turn} .8s linear infinite` } },
});
export const size = styleVariants({
  m: [spinner, { width: 16, height: 16 }],
  l: [spinner, { width: 48, height: 48, borderWidth: 4 }],
});
