import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { panel, row, smallMuted } from "~/theme/shared.css";
import { u, weight } from "~/theme/shape";

export const list = style({ display: "grid", gridTemplateColumns: "minmax(0,1fr)", gap: u(3) });
export const entry = style([panel, { padding: `${u(2)} ${u(4)} ${u(3)}` }]);
/** Written by our side: a ticket reply of the staff. */
export const own = style({ background: color.soft });
/** What only some should read: it must not be taken for an answer. */
export const note = style({ background: color.warnSoft, borderStyle: "dashed" });
/** A line without a ground: what changed beside what was said. */
export const quiet = style([smallMuted, row, { rowGap: 0, padding: `0 ${u(4)}` }]);
export const head = style([smallMuted, row, { rowGap: 0, marginBottom: u(1) }]);
export const author = style({ color: color.ink });
export const body = style({ whiteSpace: "pre-line" });
globalStyle(`${quiet}>div`, { margin: 0 });
globalStyle(`${quiet} strong`, { color: "inherit", fontWeight: weight.medium });
