import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { panel, smallMuted } from "~/theme/shared.css";
import { pad, u, weight } from "~/theme/shape";

export const page = style({ display: "grid", gap: u(4), maxWidth: "960px" });
export const list = style([panel, {}]);
globalStyle(`${list}>li`, {
  display: "flex",
  alignItems: "start",
  gap: u(3),
  padding: pad.tile,
  borderTop: `1px solid ${color.line}`,
});
globalStyle(`${list}>li:first-child`, { borderTop: 0 });
export const words = style({ flex: 1, minWidth: 0, overflowWrap: "anywhere" });
export const unread = style({ boxShadow: `inset 3px 0 ${color.accent}` });
globalStyle(`${words} a`, {
  display: "-webkit-box",
  WebkitLineClamp: 2,
  WebkitBoxOrient: "vertical",
  overflow: "hidden",
});
globalStyle(`${unread} a`, { fontWeight: weight.bold });
export const about = smallMuted;
export const pages = style({ display: "flex", flexWrap: "wrap", gap: u(2) });
