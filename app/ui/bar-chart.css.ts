import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { row, smallMuted } from "~/theme/shared.css";
import { belowSm, pad, u } from "~/theme/shape";

/** Heights of the drawing, in px: bars, and room for the labels below and half a label above. */
export const PLOT = { top: 8, height: 184, total: 220 } as const;

export const chart = smallMuted;
export const legend = style([row, { columnGap: u(4), marginBottom: u(2) }]);
globalStyle(`${legend} li`, { display: "flex", alignItems: "center", gap: u(1.5) });
globalStyle(`${legend} svg`, { width: 10, height: 10, borderRadius: 2 });

export const plot = style({ display: "flex", gap: u(2) });
export const ticks = style({
  display: "flex",
  flexDirection: "column-reverse",
  justifyContent: "space-between",
  height: PLOT.top * 2 + PLOT.height,
  textAlign: "right",
  whiteSpace: "nowrap",
});
export const drawing = style({ flex: "1 1 0", minWidth: 0, width: "100%", height: PLOT.total, overflow: "visible" });
globalStyle(`${drawing} text`, { fill: "currentColor", textAnchor: "middle" });
globalStyle(`${drawing} line`, { stroke: color.line });
globalStyle(`${drawing} g:hover > rect`, { opacity: 0.8 });

export const series = styleVariants({
  0: { fill: color.series1 },
  1: { fill: color.series2 },
  2: { fill: color.series3 },
  3: { fill: color.series4 },
});
/** Labels left out where there is little room. */
export const roomy = style({ "@media": { [belowSm]: { display: "none" } } });

/** The same in words, for who has no pointer to ask a bar with. */
export const values = style({ marginTop: u(2) });
globalStyle(`${values} summary`, { listStyle: "inside disclosure-closed", lineHeight: u(6), color: color.accent });
globalStyle(`${values}[open] summary`, { listStyleType: "disclosure-open" });
globalStyle(`${values} table`, { width: "100%", color: color.ink });
globalStyle(`${values} :is(th,td)`, { padding: pad.cell, textAlign: "end", fontWeight: "inherit" });
globalStyle(`${values} th:first-child`, { textAlign: "start" });
globalStyle(`${values} tr+tr,${values} tbody`, { borderTop: `1px solid ${color.line}` });

/** What the bars are compared with. */
export const line = style({ pointerEvents: "none" });
globalStyle(`${line} path`, {
  fill: "none",
  stroke: color.ink,
  strokeWidth: 1.5,
  strokeDasharray: "4 3",
  vectorEffect: "non-scaling-stroke",
});
