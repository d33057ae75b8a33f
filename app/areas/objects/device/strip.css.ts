import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { row, smallMuted } from "~/theme/shared.css";
import { belowSm, text, u } from "~/theme/shape";

export const strip = style([smallMuted, { display: "grid", gap: u(2) }]);
globalStyle(`${strip} figcaption`, { ...text.control, color: color.ink });
export const legend = style([row, { columnGap: u(4) }]);
globalStyle(`${legend} li`, { display: "flex", alignItems: "center", gap: u(1.5) });
globalStyle(`${legend} svg`, { width: 12, height: 10 });
export const drawing = style({ width: "100%", height: 116, overflow: "visible" });
globalStyle(`${drawing} text`, { fill: "currentColor", textAnchor: "middle" });
export const ground = style({ fill: "transparent" });
export const sold = style({ fill: color.series1 });
export const usual = style({ stroke: color.series3, strokeWidth: 2 });
/** Labels left out where there is little room. */
export const roomy = style({ "@media": { [belowSm]: { display: "none" } } });
