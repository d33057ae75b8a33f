import { style, styleVariants } from "@vanilla-extract/css";
import { color, controlHeight } from "~/theme/contract.css";
import { radius, text, u, weight } from "~/theme/shape";

export const base = style({
  ...text.control,
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  gap: u(1.5),
  minHeight: controlHeight,
  padding: `0 ${u(3)}`,
  border: "1px solid transparent",
  borderRadius: radius.control,
  fontWeight: weight.medium,
  textAlign: "center",
  textDecoration: "none",
  cursor: "pointer",
  "@media": { print: { display: "none" } },
  selectors: {
    "&:disabled,&[aria-disabled=true]": { opacity: 0.55, cursor: "default" },
  },
});

const filled = (ground: string, hover: string) =>
  ({
    background: ground,
    color: color.onFill,
    selectors: { "&:hover": { background: hover } },
  }) as const;

export const kind = styleVariants({
  primary: filled(color.fill, color.fillHover),
  danger: filled(color.badFill, color.badFill),
  secondary: {
    background: color.surface,
    borderColor: color.edge,
    color: color.ink,
    selectors: { "&:hover": { background: color.shade } },
  },
  quiet: {
    background: "none",
    color: color.ink,
    selectors: { "&:hover": { background: color.shade } },
  },
});

export const small = style({ minHeight: `calc(${controlHeight} - 4px)`, padding: `0 ${u(2)}` });
/** An icon alone: a square. */
export const square = style({ padding: 0, minWidth: controlHeight });
