import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { row } from "~/theme/shared.css";
import { from, u } from "~/theme/shape";

export const gap = styleVariants({ s: { gap: u(2) }, m: { gap: u(4) }, l: { gap: u(6) } });

const grid = style({ display: "grid", gridTemplateColumns: "minmax(0,1fr)", alignItems: "start" });
// The gap keeps things apart here, so they give up their own margins.
globalStyle(`${grid}${grid}>*`, { marginBottom: 0 });

export const stack = grid;
export const line = row;
export const ends = style([row, { justifyContent: "space-between" }]);
// Also where it stands on a line of its own.
globalStyle(`${ends}>:last-child`, { marginLeft: "auto" });
/** Fields with labels above them, and a button: all stand on one line. */
export const onLine = style({ alignItems: "flex-end" });

const columnsOf = (gridTemplateColumns: string, roomy: string = from.xl) => [
  grid,
  { gap: u(4), marginBottom: u(4), "@media": { [roomy]: { gridTemplateColumns } } },
];
const tiles = style({ display: "flex", flexWrap: "wrap", gap: u(3), marginBottom: u(4) });
globalStyle(`${tiles}>*`, { flex: "1 1 152px", minWidth: 0 });
export const columns = styleVariants({
  /** Two equal columns. */
  halves: columnsOf("repeat(2,minmax(0,1fr))"),
  /** Content and a narrower column beside it. */
  aside: columnsOf("minmax(0,1fr) 340px"),
  /** The same for content that has room beside it on very wide screens only. */
  wide: columnsOf("minmax(0,1fr) 340px", "screen and (min-width: 1800px)"),
  /** As many tiles beside each other as fit; those of the last line share its width. */
  tiles: [tiles],
  /** The same of fields, whose controls stand on one line. */
  fields: [tiles, { alignItems: "flex-end" }],
});
