import { globalStyle, style } from "@vanilla-extract/css";
import { row } from "~/theme/shared.css";
import { belowMd } from "~/theme/shape";
import { sideways } from "~/theme/sideways.css";

/** On phones it is one line, beside which the columns are chosen: what is listed stands on the first screen. Rings of the focus have room in it. */
export const bulk = style([
  row,
  sideways,
  { "@media": { [belowMd]: { flex: "1 1 0", minWidth: 0, margin: -3, padding: 3 } } },
]);
globalStyle(`${bulk}>*`, { "@media": { [belowMd]: { flexShrink: 0 } } });

/** How many rows are ticked, as scripts count them. */
export const ticked = style({
  selectors: { '&:not([data-ticked="0"])::after': { content: '" " attr(data-ticked)' } },
});
