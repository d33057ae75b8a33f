import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { row, smallMuted } from "~/theme/shared.css";
import { belowSm, belowXl, pad, u } from "~/theme/shape";
import { tellable, toldWords } from "~/theme/tellable";

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
export const canvas = style({ flex: "1 1 0", minWidth: 0, position: "relative" });
/** Before the bars in words, which are pointed at through it. */
export const drawing = style({
  position: "relative",
  pointerEvents: "none",
  display: "block",
  width: "100%",
  height: PLOT.total,
  overflow: "visible",
});
globalStyle(`${drawing} text`, { fill: "currentColor", textAnchor: "middle" });
globalStyle(`${drawing} line`, { stroke: color.line });

/** Behind the drawing: the bar that is told stands on a shade. */
export const bars = style({ position: "absolute", inset: "0 0 auto", display: "flex", height: PLOT.top + PLOT.height });
export const endsHere = style({ justifyContent: "flex-end" });
export const told = style([...toldWords]);
tellable(bars, told);

export const series = styleVariants({
  0: { fill: color.series1 },
  1: { fill: color.series2 },
  2: { fill: color.series3 },
  3: { fill: color.series4 },
});
/** Labels left out where there is less room than their place has. */
export const labelFrom = styleVariants({
  0: {},
  1: { "@media": { [belowSm]: { display: "none" } } },
  2: { "@media": { [belowXl]: { display: "none" } } },
});

/** The same in words, of all bars. */
export const values = style({ marginTop: u(2) });
globalStyle(`${values} summary`, { listStyle: "inside disclosure-closed", lineHeight: u(6), color: color.accent });
globalStyle(`${values}[open] summary`, { listStyleType: "disclosure-open" });
globalStyle(`${values} table`, { width: "100%", color: color.ink });
globalStyle(`${values} :is(th,td)`, { padding: pad.cell, textAlign: "end", fontWeight: "inherit" });
globalStyle(`${values} th:first-child`, { textAlign: "start" });
globalStyle(`${values} tr+tr,${values} tbody`, { borderTop: `1px solid ${color.line}` });

/** What the bars are compared with. */
export const line = style({});
globalStyle(`${line} path`, {
  fill: "none",
  stroke: color.ink,
  strokeWidth: 1.5,
  strokeDasharray: "4 3",
  vectorEffect: "non-scaling-stroke",
});
