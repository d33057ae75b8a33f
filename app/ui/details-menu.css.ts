import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { floating, item as line } from "~/theme/shared.css";
import { belowSm, from, layer, text, u } from "~/theme/shape";

export const details = style({ position: "relative" });

/** Covers the page while open, so that a tap anywhere closes the menu without scripts. */
globalStyle(`${details}[open] > summary::before`, {
  content: "",
  position: "fixed",
  inset: 0,
  zIndex: layer.popup,
  cursor: "default",
  "@media": { [belowSm]: { background: color.veil } },
});

export const popup = style([
  floating,
  {
    ...text.control,
    position: "absolute",
    top: "100%",
    zIndex: layer.popup + 1,
    minWidth: "200px",
    maxHeight: "70vh",
    marginTop: u(1),
    padding: u(1),
    overflowY: "auto",
    // A sheet at the bottom of a phone cannot fall off its edges.
    "@media": { [belowSm]: { position: "fixed", inset: `auto ${u(2)} ${u(2)}` } },
  },
]);
export const start = style({});
export const end = style({ "@media": { [from.sm]: { right: 0 } } });

export const item = style([
  line,
  { width: "100%", background: "none", border: 0, textAlign: "left", cursor: "pointer" },
]);
export const danger = style({ color: color.bad });
