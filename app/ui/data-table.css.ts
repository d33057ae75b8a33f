import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { panel } from "~/theme/shared.css";
import { from, headerHeight, layer, pad, text, u, weight } from "~/theme/shape";

const tall = `${from.md} and (min-height: 560px)`;

/** Where there is room for columns it scrolls sideways by itself; on tall screens also down, so that the head stays in sight. */
export const scroll = style([
  panel,
  {
    position: "relative",
    overflowX: "auto",
    marginBottom: u(3),
    "@media": {
      [tall]: { maxHeight: `calc(100vh - ${headerHeight + 80}px)`, overflowY: "auto" },
      print: { overflow: "visible", maxHeight: "none", border: 0, page: "wide" },
    },
  },
]);

export const table = style({ ...text.control, width: "100%" });

globalStyle(`${table} th,${table} td`, {
  padding: pad.cell,
  textAlign: "left",
  fontWeight: "inherit",
  borderBottom: `1px solid ${color.line}`,
});
/** What stands at the edge is as far from it as other lines of a panel. */
globalStyle(`${table} tr>:first-child`, { paddingLeft: u(3) });
globalStyle(`${table} tr>:last-child`, { paddingRight: u(3) });
globalStyle(`${table} thead th`, {
  ...text.small,
  position: "sticky",
  top: 0,
  zIndex: layer.tableHead,
  height: u(9),
  padding: pad.cell,
  background: color.shade,
  color: color.muted,
  fontWeight: weight.medium,
  boxShadow: `inset 0 -1px ${color.line}`,
  borderBottom: 0,
});
globalStyle(`${table} tbody tr:last-child>*`, { borderBottom: 0 });
globalStyle(`${table} tbody th`, { fontWeight: weight.medium });
/** The first column stays in sight where there is room beside it. */
export const first = style({});
const pinned = (zIndex: number) => ({ "@media": { [from.md]: { position: "sticky", left: 0, zIndex } } }) as const;
globalStyle(`${table} tbody ${first}`, { background: color.surface, ...pinned(layer.firstColumn) });
globalStyle(`${table} tbody tr:hover>*`, { "@media": { [from.sm]: { background: color.shade } } });
globalStyle(`${table} thead ${first}`, pinned(layer.tableHead + 1));
/** Words wrap where their columns would not fit the page otherwise, and are never narrower than this. */
globalStyle(`${table} :is(th[scope=row],td:not(:first-child))`, { minWidth: u(20) });
export const long = style({ display: "block", minWidth: u(40) });
/** As long as its rows: no scroll inside the page's. */
export const whole = style({ "@media": { [tall]: { maxHeight: "none", overflowY: "visible" } } });
export const wraps = style({ "@media": { [from.sm]: { minWidth: u(170) } } });
globalStyle(`${wraps} ${long}`, { minWidth: 0 });
/** Headings end in as many lines as their numbers leave room for. */
export const dense = style({});
globalStyle(`${dense} :is(th,td),${dense} thead th`, { paddingLeft: u(1.5), paddingRight: u(1.5) });
globalStyle(`${table} tfoot>tr>*`, {
  position: "sticky",
  bottom: 0,
  zIndex: layer.firstColumn,
  background: color.surface,
  boxShadow: `inset 0 1px ${color.edge}`,
  borderBottom: 0,
  fontWeight: weight.bold,
});
globalStyle(`${table} tfoot ${first}`, pinned(layer.tableHead));
globalStyle(`${table} a`, { textDecoration: "none" });
// Each link of a cell is a thing of its own, no part of a text that it would have to stand out from.
globalStyle(`${table} :is(tbody,tfoot) a`, { display: "inline-block" });
globalStyle(`${table} a:hover`, { textDecoration: "underline" });
globalStyle(`${table} small`, { display: "block", color: color.muted });

globalStyle(`${table} summary`, {
  display: "list-item",
  listStyle: "inside disclosure-closed",
  lineHeight: u(6),
  color: color.accent,
});
globalStyle(`${table} [open]>summary`, { listStyleType: "disclosure-open" });
globalStyle(`${table} input[type=checkbox]`, { display: "block", width: 16, height: 16, accentColor: color.fill });
/** No wider than what it holds: only other columns share the room that is left. */
export const narrow = style({ width: "1%" });
/** Makes the checkbox easy to hit: the label fills its cell. */
export const tick = style({
  display: "block",
  margin: `-${u(1.5)} -${u(2)} -${u(1.5)} -${u(3)}`,
  padding: `${u(2)} ${u(2)} ${u(2)} ${u(3)}`,
  selectors: { "&[hidden]": { display: "none" } },
});

export const end = style({});
globalStyle(`${table} ${end}`, { textAlign: "right" });
/** Numbers stay whole. */
globalStyle(`${table} td${end}`, { minWidth: 0, whiteSpace: "nowrap" });
const center = style({});
globalStyle(`${table} ${center}`, { textAlign: "center" });
const start = style({});
export const align = { start, end, center } as const;

export const mutedRow = style({});
globalStyle(`${table} ${mutedRow}>*,${mutedRow} a`, { color: color.muted });

export const sumRow = style({});
globalStyle(`${table} tbody ${sumRow}>*`, { background: color.shade, fontWeight: weight.bold });

export const sort = style({
  display: "inline-flex",
  alignItems: "center",
  gap: u(1),
  minHeight: u(7),
  color: "inherit",
  selectors: { [`${end} &`]: { flexDirection: "row-reverse" } },
});
export const sorted = style({ color: color.ink });
/** Keeps the place of the arrow in columns that are not sorted by. */
export const noArrow = style({ width: 12 });

/** Where there is room, second lines stand beside the first; names that are longer than their column are cut, what is wrong is not. */
export const low = style({});
const cut = { overflow: "hidden", textOverflow: "ellipsis" };
const roomy = (selector: string, rule: Record<string, string | number>) =>
  globalStyle(`${low}${low} ${selector}`, { "@media": { [from.md]: rule } });
roomy(":is(thead,tbody) :is(th,td)", {
  height: "auto",
  minWidth: 0,
  whiteSpace: "nowrap",
  padding: `${u(0.5)} ${u(1.5)}`,
});
roomy("small", { display: "inline-block", marginLeft: u(1.5), lineHeight: "inherit" });
roomy("td small", { ...cut, maxWidth: u(34), verticalAlign: "bottom" });
roomy("th small", { display: "inline" });
roomy(long, { display: "inline", whiteSpace: "normal" });
roomy(`tbody ${first}`, { ...cut, maxWidth: u(72) });

// No property of elements, so the type of styles does not know it.
const [stands, lies] = [{ margin: "10mm" }, { size: "A4 landscape", margin: "10mm" }];
globalStyle("@page", stands);
globalStyle("@page wide", lies);
/** On paper nothing scrolls: every column fits, on a sheet that lies, and words break where they must. */
const onPaper = { "@media": { print: { page: "wide" } } } as const;
globalStyle(`body:has(${scroll})`, onPaper);
globalStyle(`${table}`, { "@media": { print: text.print } });
// Few columns have room for letters that can be read at arm's length.
globalStyle(`${table}:not(:has(thead th:nth-child(9)))`, { "@media": { print: text.printed } });
// As specific as what heads are given on screens, so that it holds for them, too.
globalStyle(`${table} :is(thead th,th,td,a,span,small)`, {
  "@media": {
    print: {
      position: "static",
      height: "auto",
      minWidth: "0!important",
      padding: "2px 3px",
      fontSize: "inherit",
      lineHeight: "inherit",
      whiteSpace: "normal!important",
      overflowWrap: "anywhere",
    },
  },
});
globalStyle(`${table} :is(thead a,a,span,small)`, { "@media": { print: { padding: 0 } } });
globalStyle(`${sort} svg,${noArrow}`, { "@media": { print: { display: "none" } } });

/** Controls of a cell, one under another; what is wrong may wrap. */
export const inputs = style({ display: "grid", gap: u(1), minWidth: u(34), whiteSpace: "normal", textAlign: "start" });
globalStyle(`${inputs} label`, { display: "flex", flexWrap: "wrap", alignItems: "center", columnGap: u(1.5) });
globalStyle(`${inputs} input`, { flex: "1 1 0", minWidth: u(26), textAlign: "end" });
globalStyle(`${inputs} p`, { flexBasis: "100%" });
/** Which of several it is, beside it or, where columns are narrow, above; all of them begin at the same place. */
globalStyle(`${inputs} [data-label]::before`, {
  ...text.small,
  content: "attr(data-label)",
  minWidth: u(15),
  color: color.muted,
});
/** A number for each hour, beside each other. */
export const strip = style({
  display: "block",
  width: 96,
  height: 20,
  fill: color.series1,
  borderBottom: `1px solid ${color.line}`,
});

/** How great a share is, under its number. */
export const bar = style({
  display: "block",
  // As wide as its cell, which it does not widen: a picture would ask for 300 px.
  width: 0,
  minWidth: "100%",
  height: 3,
  marginTop: 2,
  borderRadius: 2,
  fill: color.series1,
  background: color.line,
});
