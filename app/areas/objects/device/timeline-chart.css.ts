import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { smallMuted } from "~/theme/shared.css";
import { belowSm, from, pad, u } from "~/theme/shape";
import { tellable, toldWords } from "~/theme/tellable";

export const chart = smallMuted;
export const drawing = style({ display: "grid", gap: u(2), position: "relative" });
/** Behind the lanes, which are pointed at through: the part that is told stands on a shade. */
export const parts = style({
  position: "absolute",
  inset: 0,
  display: "flex",
  "@media": { [from.md]: { left: `calc(170px + ${u(3)})` } },
});
export const endsHere = style({ justifyContent: "flex-end" });
export const told = style([...toldWords, { top: "100%" }]);
tellable(parts, told);
export const lane = style({
  position: "relative",
  pointerEvents: "none",
  display: "grid",
  gap: `${u(1)} ${u(3)}`,
  "@media": { [from.md]: { gridTemplateColumns: "170px minmax(0,1fr)", alignItems: "center" } },
});
globalStyle(`${lane} strong`, { display: "block", color: color.ink, fontWeight: "inherit" });
export const band = style({ width: "100%", height: u(6), borderRadius: 4, background: color.shade });
export const high = style({ height: u(14) });
export const piece = styleVariants({
  none: { fill: color.edge, opacity: 0.35 },
  ok: { fill: color.series2 },
  warn: { fill: color.series3 },
  bad: { fill: color.badFill },
});
export const bar = style({ fill: color.series1 });
const stroke = (of: string) =>
  ({ fill: "none", stroke: of, strokeWidth: 1.5, vectorEffect: "non-scaling-stroke" }) as const;
export const line = styleVariants({
  0: stroke(color.series1),
  1: stroke(color.series3),
  2: stroke(color.series4),
  3: stroke(color.series2),
});
export const axis = style({ width: "100%", height: u(4), overflow: "visible" });
globalStyle(`${axis} text`, { fill: "currentColor" });
/** Labels left out where there is little room. */
export const roomy = style({ "@media": { [belowSm]: { display: "none" } } });

/** The same in words, as under other charts; a chunk of its own for their styles would weigh more. */
export const values = style({});
globalStyle(`${values} summary`, { listStyle: "inside disclosure-closed", lineHeight: u(6), color: color.accent });
globalStyle(`${values}[open] summary`, { listStyleType: "disclosure-open" });
globalStyle(`${values} table`, { width: "100%", color: color.ink });
globalStyle(`${values} :is(th,td)`, { padding: pad.cell, textAlign: "start", fontWeight: "inherit" });
globalStyle(`${values} tr+tr`, { borderTop: `1px solid ${color.line}` });
