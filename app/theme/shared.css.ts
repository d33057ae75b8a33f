import { globalStyle, style } from "@vanilla-extract/css";
import { color, controlHeight } from "./contract.css";
import { pad, radius, text, u, weight } from "./shape";

// Building blocks that components compose: what several of them need is in the sheet once.

/** A panel on the page ground. */
export const panel = style({
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
});

export const small = style({ ...text.small });
export const muted = style({ color: color.muted });
export const smallMuted = style([small, muted]);

/** Things in a line, wrapping. */
export const row = style({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: u(2) });
/** Things in a column, in the middle. */
export const middle = style({
  display: "grid",
  gridTemplateColumns: "minmax(0,1fr)",
  alignContent: "center",
  justifyItems: "center",
  gap: u(3),
  padding: pad.panel,
  textAlign: "center",
});

/** A small round ground for a word or a number. */
export const pill = style([
  small,
  {
    display: "inline-flex",
    alignItems: "center",
    justifyContent: "center",
    gap: u(1),
    padding: `${u(0.5)} ${u(2)}`,
    borderRadius: radius.round,
    fontWeight: weight.medium,
    whiteSpace: "nowrap",
  },
]);

/** A line to press in a menu, a list of pages or tabs; the current one stands on the accent. */
export const item = style({
  display: "flex",
  alignItems: "center",
  gap: u(2),
  minHeight: controlHeight,
  padding: `${u(1)} ${u(2)}`,
  borderRadius: radius.control,
  color: color.ink,
  fontSize: text.control.fontSize,
  textDecoration: "none",
});
globalStyle(`${item}:hover`, { background: color.shade });
globalStyle(`${item}[aria-current],${item}[aria-pressed=true]`, {
  background: color.soft,
  color: color.accent,
  fontWeight: weight.medium,
});

/** Floats above the page. */
export const floating = style([panel, { boxShadow: color.shadow }]);

/** Read by screen readers, not seen. Focusable content shows itself when focused. */
export const hidden = style({
  selectors: {
    "&:not(:focus)": {
      position: "absolute",
      width: 1,
      height: 1,
      overflow: "hidden",
      clipPath: "inset(50%)",
      whiteSpace: "nowrap",
    },
  },
});
