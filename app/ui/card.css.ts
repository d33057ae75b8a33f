import { globalStyle, style } from "@vanilla-extract/css";
import { panel } from "~/theme/shared.css";
import { pad, u } from "~/theme/shape";

export const card = style([panel, { padding: pad.panel, marginBottom: u(4), minWidth: 0 }]);
export const head = style({ justifyContent: "space-between", marginBottom: u(3) });
/** Tables and lists reach the edges of the card. */
export const flush = style({ padding: 0, overflow: "hidden" });
globalStyle(`${flush}>${head}`, { padding: `${u(3)} ${u(3)} 0` });
// A table in a card is as long as its rows: no scroll inside the page's.
globalStyle(`${flush}>section`, { border: 0, margin: 0, maxHeight: "none!important" });
// Pages of a table keep off the edge; what stands instead of a table has no frame of its own there.
globalStyle(`${flush}>nav,${flush}>form,${flush}>p`, { padding: pad.line });
globalStyle(`${flush}>div`, { border: 0, marginBottom: 0 });
