import { globalStyle, keyframes, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { floating, hidden, middle, panel, row, small } from "~/theme/shared.css";
import { from, headerHeight, layer, menuWidth, pad, u } from "~/theme/shape";

export const skip = style([hidden, floating, { position: "absolute", zIndex: layer.skip, padding: u(3) }]);

export const page = style({
  display: "flex",
  flexDirection: "column",
  minHeight: `calc(100vh - ${headerHeight}px)`,
  "@media": { [from.xl]: { marginLeft: menuWidth } },
});
export const main = style({
  position: "relative",
  padding: u(3),
  outline: 0,
  "@media": { [from.md]: { padding: `${u(4)} ${u(6)} ${u(6)}` }, print: { padding: 0 } },
});

const appear = keyframes({ from: { opacity: 0 } });
/** Comes only when loading takes a while, so that quick pages do not flicker. */
export const loading = style({
  position: "absolute",
  inset: 0,
  zIndex: layer.loading,
  textAlign: "center",
  color: color.accent,
  animation: `${appear} .2s .25s both`,
  "::before": { content: "", position: "absolute", inset: 0, background: color.ground, opacity: 0.7 },
});
/** In sight wherever a long page is scrolled to. */
globalStyle(`${loading}>*`, { position: "sticky", top: "40vh", marginTop: u(20) });

export const center = style([middle, { minHeight: "100vh" }]);
export const box = style([panel, { width: "100%", maxWidth: "400px", padding: pad.panel, textAlign: "left" }]);
export const corner = row;

/** Says on every page that this is a demonstration; below it, so that it covers nothing. */
export const demonstration = style([
  small,
  {
    margin: 0,
    padding: `${u(1)} ${u(3)}`,
    textAlign: "center",
    background: color.soft,
    color: color.accent,
    borderTop: `1px solid ${color.line}`,
    "@media": { print: { display: "none" } },
  },
]);
/** The page is as much lower, so that a short one needs no scrolling. */
globalStyle(`body:has(>${demonstration}) ${page}`, { minHeight: `calc(100vh - ${headerHeight + 25}px)` });
globalStyle(`body:has(>${demonstration}) ${center}`, { minHeight: "calc(100vh - 25px)" });
