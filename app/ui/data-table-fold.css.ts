import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { belowSm, pad, text, u, weight } from "~/theme/shape";
import { first, inputs, long, narrow, noArrow, sort, sumRow, table, tick } from "./data-table.css";

// A small screen has no room for columns: each row is a block there. Its name has a line of its own, below it stands what
// is `brief`, then all else, each with the name of its column. What sorts the rows stands above them.

export const brief = style({});
export const none = style({});

const phone = (selector: string, rule: Record<string, string | number>) =>
  globalStyle(selector, { "@media": { [belowSm]: rule } });
/** Twice, so that it is more than what the columns of wider screens say of their cells. */
const cells = `${table}${table} tr>:is(th,td)`;

phone(`${table},${table} :is(thead,tbody,tfoot)`, { display: "block" });
phone(`${table} tr`, { display: "flex", flexWrap: "wrap", alignItems: "baseline", gap: `${u(1)} ${u(3)}` });
phone(`${table} :is(tbody,tfoot) tr`, { padding: pad.line, borderTop: `1px solid ${color.line}` });
phone(`${table} thead tr`, { padding: `0 ${u(3)}`, background: color.shade });
phone(`${table} thead+tbody>tr:first-child`, { borderTop: 0 });
phone(cells, {
  ...text.small,
  position: "static",
  order: 2,
  height: "auto",
  minWidth: 0,
  padding: 0,
  background: "none",
  border: 0,
  boxShadow: "none",
  textAlign: "start",
  whiteSpace: "normal",
  overflowWrap: "anywhere",
});
phone(`${table}${table} thead th:has(a)`, { display: "flex", flexShrink: 0, columnGap: u(3) });
phone(`${sort}`, { minHeight: u(6) });
phone(`${noArrow}`, { display: "none" });
/** Large enough for a finger. */
phone(`${table} td a`, { lineHeight: u(6) });
phone(`${table} input[type=checkbox]`, { width: 24, height: 24 });
/** Nothing lies over it: a head has no row to fill. */
phone(`${table} thead ${narrow}`, { width: "auto", flexShrink: 0 });
phone(`${table} thead ${tick}`, { margin: 0, padding: `${u(1)} 0` });
phone(`${table} td:first-child`, { alignSelf: "center" });
phone(`${cells}:is(:first-child,${first},thead th)`, { order: 0 });
// All of the line, beside a checkbox and the gap after it.
phone(`${table} :is(tbody,tfoot) ${first}`, { flex: "1 0 calc(100% - 36px)" });
phone(`${cells}:is(${brief},th[scope=row])`, text.control);
phone(`${cells}${brief}`, { order: 1 });
phone(`${table} tr:has(${brief})::after`, { content: '""', order: 1, flex: "1 0 100%" });
phone(`${cells}:is(${none},thead th:not(:has(a,input)))`, { display: "none" });
phone(`${cells}:has(${inputs})`, { flex: "1 0 100%" });
phone(`${inputs} [data-label]::before`, { minWidth: u(17) });
phone(`${table} [data-label]::before`, {
  content: 'attr(data-label) ": "',
  color: color.muted,
  fontWeight: weight.normal,
});
phone(`${table}${table} ${long}`, { display: "inline", minWidth: 0 });
phone(`${table} ${sumRow}`, { background: color.shade });
