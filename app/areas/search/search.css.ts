import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { row, smallMuted } from "~/theme/shared.css";
import { pad, u, weight } from "~/theme/shape";

/** Lines of records that reach the edges of their card: all of a line is the link, but what is often done with its record. */
export const lines = style({ overflowWrap: "anywhere" });
globalStyle(`${lines} li`, { display: "flex", alignItems: "center", borderTop: `1px solid ${color.line}` });
globalStyle(`${lines} a:first-child`, { flex: "1 1 0", minWidth: 0, padding: pad.line, textDecoration: "none" });
globalStyle(`${lines} a:first-child:hover`, { background: color.shade });
export const title = style({ fontWeight: weight.medium });
export const about = style([smallMuted, { display: "block" }]);

export const form = style([row, { marginBottom: u(3) }]);
export const field = style({ flex: "1 1 200px", maxWidth: "360px" });
