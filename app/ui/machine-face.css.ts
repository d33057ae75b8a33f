import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { MOST_COLUMNS } from "./face-places";
import { belowSm, radius, text, u, weight } from "~/theme/shape";

/** The front of a machine: what stands in it is lighter than itself. */
export const face = style({
  width: "100%",
  maxWidth: "100%",
  padding: u(2),
  background: color.shade,
  border: `1px solid ${color.line}`,
  borderRadius: radius.panel,
});

export const shelves = style({ display: "grid", gap: u(2) });
export const shelf = style({
  display: "grid",
  gap: u(1.5),
  // Where there is no room for its columns, a shelf takes several lines.
  gridTemplateColumns: "repeat(auto-fill,minmax(min(100%,120px),1fr))",
  paddingBottom: u(2),
  borderBottom: `3px solid ${color.line}`,
});
globalStyle(`${shelves}>li:last-child ${shelf}`, { paddingBottom: 0, borderBottom: 0 });

/** What a cell of a shelf of so many wants, in pixels, with what stands around the drawing. */
const CELL = 92;
const AROUND = 96;
const roomFor = (count: number) => `(min-width: ${count * CELL + AROUND}px)`;
export const columns = styleVariants(
  Object.fromEntries(Array.from({ length: MOST_COLUMNS }, (_, index) => [index + 1, index + 1])),
  (count) => ({ "@media": { [roomFor(count)]: { width: "fit-content" } } }),
);
for (const [count, wide] of Object.entries(columns))
  globalStyle(`${wide} ${shelf}`, {
    "@media": { [roomFor(Number(count))]: { gridTemplateColumns: `repeat(${count},minmax(0,192px))` } },
  });

/** A place without a cell is one only where places stand below each other. */
export const gap = style({
  border: `1px dashed ${color.line}`,
  borderRadius: radius.control,
  "@media": { [belowSm]: { display: "none" } },
});

export const cell = style({
  display: "grid",
  minWidth: 0,
  background: color.surface,
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
});
export const worst = styleVariants({ bad: { borderColor: color.bad }, warn: { borderColor: color.warn } });

export const content = style([
  text.small,
  {
    display: "grid",
    alignContent: "start",
    gap: u(1),
    minWidth: 0,
    padding: u(2),
    borderRadius: radius.control,
    color: color.ink,
    textDecoration: "none",
  },
]);
globalStyle(`a${content}:hover`, { background: color.soft });
globalStyle(`a${content}:hover strong`, { textDecoration: "underline" });

export const head = style({ display: "flex", flexWrap: "wrap", justifyContent: "space-between", columnGap: u(2) });
globalStyle(`${head} strong`, { fontSize: text.control.fontSize, fontWeight: weight.bold });
export const product = style({ overflowWrap: "anywhere", fontWeight: weight.medium });
export const level = style({ display: "grid", gap: u(1) });
export const toned = style({ display: "flex", gap: u(1), overflowWrap: "anywhere" });
globalStyle(`${toned} svg`, { margin: "2px 0" });
