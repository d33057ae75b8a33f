import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { floating } from "~/theme/shared.css";
import { belowSm, from, headerHeight, layer, text, u } from "~/theme/shape";

/** Over the page, in its corner: what comes must not move what is being read. On a phone the page's own buttons are at the bottom. */
export const corner = style({
  position: "fixed",
  zIndex: layer.toast,
  inset: `${headerHeight + 8}px ${u(2)} auto`,
  display: "grid",
  gap: u(2),
  pointerEvents: "none",
  "@media": { [from.sm]: { left: "auto", width: "340px", inset: `auto ${u(4)} ${u(4)} auto` } },
});
export const toast = style([
  floating,
  {
    ...text.control,
    display: "flex",
    alignItems: "start",
    gap: u(2),
    padding: u(2),
    pointerEvents: "auto",
    boxShadow: `inset 3px 0 ${color.accent},${color.shadow}`,
  },
]);
export const words = style({ flex: 1, minWidth: 0, padding: `${u(1)} ${u(2)}`, overflowWrap: "anywhere" });
globalStyle(`${words} small`, { display: "block", color: color.muted });
globalStyle(`${words} :is(a,p)`, {
  display: "-webkit-box",
  WebkitLineClamp: 2,
  WebkitBoxOrient: "vertical",
  overflow: "hidden",
});
globalStyle(`${words} p`, { color: color.muted });
// A phone has room for the newest alone.
globalStyle(`${toast}:not(:last-child)`, { "@media": { [belowSm]: { display: "none" } } });
