import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { floating, panel, row } from "~/theme/shared.css";
import { from, pad, radius, text, u } from "~/theme/shape";

export const section = style([panel, { display: "grid", gap: u(4), padding: pad.panel, marginBottom: u(4) }]);
globalStyle(`${section} > header p`, { ...text.control, color: color.muted, marginTop: u(1), maxWidth: "72ch" });

const grid = style({ display: "grid", gap: `${u(4)} ${u(5)}`, alignItems: "start" });
const two = { [from.sm]: { gridTemplateColumns: "repeat(2,minmax(0,1fr))" } };
export const columns = styleVariants({
  1: [grid, { maxWidth: "560px" }],
  2: [grid, { maxWidth: "880px", "@media": two }],
  3: [
    grid,
    { maxWidth: "1200px", "@media": { ...two, [from.xl]: { gridTemplateColumns: "repeat(3,minmax(0,1fr))" } } },
  ],
});
/** Controls of a line stand on one line under labels of one line or two, where nothing is said below them. */
globalStyle(`${grid}:not(:has(p))`, { alignItems: "end" });
export const wide = style({ gridColumn: "1/-1" });

export const actions = style([floating, row, { padding: `${u(2)} ${u(4)}` }]);

/** It may have the focus, whose frame is around what it says and no wider. */
export const summary = style({ borderRadius: radius.panel });
globalStyle(`${summary}>div`, { marginBottom: 0 });

/** Links to fields, far enough apart to be hit. */
export const errors = style({});
globalStyle(`${errors} a`, { display: "inline-block", padding: `${u(1)} 0` });
/** Of the same mistake in several rows. */
export const rows = style([row, { columnGap: u(4), rowGap: 0 }]);
