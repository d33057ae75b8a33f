import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { smallMuted } from "~/theme/shared.css";
import { text, u, weight } from "~/theme/shape";

export const map = style({ width: "100%", maxWidth: "420px", height: "auto", margin: "0 auto" });
globalStyle(`${map} a`, { textDecoration: "none", outline: "none" });
globalStyle(`${map} text`, { textAnchor: "middle", fontSize: "10px" });
globalStyle(`${map} a:hover rect,${map} a:focus-visible rect,${map} a[aria-current] rect`, { stroke: color.accent, strokeWidth: 2 });

const tile = (fill: string, ink: string) => ({ fill, stroke: color.line, selectors: { "&~text": { fill: ink } } });
export const ground = styleVariants({
  none: tile(color.surface, color.muted),
  ok: tile(color.okSoft, color.ok),
  warn: tile(color.warnSoft, color.warn),
  bad: tile(color.badSoft, color.bad),
});
export const total = style({});
globalStyle(`${map} ${total}`, { fontSize: text.lead.fontSize, fontWeight: weight.bold });
export const names = style([smallMuted, { columns: "2 150px", marginTop: u(2) }]);
globalStyle(`${names} li`, { breakInside: "avoid", padding: `${u(1)} 0` });
export const note = style([smallMuted, { marginTop: u(2) }]);
