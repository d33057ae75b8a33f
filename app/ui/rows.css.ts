import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { belowSm, pad, radius, text, u, weight } from "~/theme/shape";
import { hidden, row } from "~/theme/shared.css";

export const rows = style({ display: "grid", gap: u(2), justifyItems: "start" });

/** What stands above the rows has all their width. */
export const above = style({ width: "100%", marginBottom: u(2) });

/** Ways to add rows; what one of them opens has a line of its own. */
export const ways = style([row, { width: "100%" }]);
globalStyle(`${ways}>[open]`, { flex: "1 0 100%" });
globalStyle(`${ways}>details>:not(summary)`, { marginTop: u(2) });

export const table = style({ width: "100%", "@media": { [belowSm]: { display: "block" } } });
globalStyle(`${table} th`, { ...text.small, textAlign: "left", fontWeight: weight.medium, color: color.muted });
globalStyle(`${table} th,${table} td`, { padding: `0 ${u(2)} ${u(1.5)} 0`, verticalAlign: "top" });
globalStyle(`${table} thead`, { "@media": { [belowSm]: { display: "none" } } });
globalStyle(`${table} tbody`, { "@media": { [belowSm]: { display: "grid", gap: u(2) } } });
globalStyle(`${table} tr`, {
  "@media": {
    [belowSm]: {
      display: "grid",
      gridTemplateColumns: "repeat(auto-fill,minmax(128px,1fr))",
      gap: u(2),
      padding: pad.tile,
      border: `1px solid ${color.line}`,
      borderRadius: radius.panel,
    },
  },
});
globalStyle(`${table} td`, { "@media": { [belowSm]: { display: "block", padding: 0 } } });

export const last = style({ width: u(8), "@media": { [belowSm]: { placeSelf: "end", gridColumn: "-2/-1" } } });
/** What is chosen has a line of its own on phones: half of one cuts its name to what other names begin with, too. */
const chosen = ":has(select,[role=combobox])";
globalStyle(`${table} td${chosen}`, { "@media": { [belowSm]: { gridColumn: "1/-1" } } });
/** Beside a first cell that would stand alone above it. */
globalStyle(`${table} td:first-child:not(${chosen})+td${chosen}~${last}`, {
  "@media": { [belowSm]: { gridRow: 1 } },
});
globalStyle(`${table} td>input[type=checkbox]`, { margin: `${u(2)} 0` });
globalStyle(`${table} td>p`, { marginTop: u(1) });

/** The name of a cell: seen on phones, where the head of the table is not. */
export const cellLabel = style([hidden]);
globalStyle(`${cellLabel}:not(:focus)`, {
  "@media": {
    [belowSm]: {
      ...text.small,
      position: "static",
      display: "block",
      width: "auto",
      height: "auto",
      clipPath: "none",
      whiteSpace: "normal",
      color: color.muted,
    },
  },
});
