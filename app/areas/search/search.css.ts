import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { smallMuted } from "~/theme/shared.css";
import { pad, weight } from "~/theme/shape";

/** Lines of records that reach the edges of their card: all of a line is the link. */
export const lines = style({ overflowWrap: "anywhere" });
globalStyle(`${lines} a`, {
  display: "block",
  padding: pad.line,
  borderTop: `1px solid ${color.line}`,
  textDecoration: "none",
});
globalStyle(`${lines} a:hover`, { background: color.shade });
export const title = style({ fontWeight: weight.medium });
export const about = style([smallMuted, { display: "block" }]);
