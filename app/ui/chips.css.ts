import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { pill, row } from "~/theme/shared.css";
import { text, u } from "~/theme/shape";

export const chips = style([row, { ...text.control, marginBottom: u(3) }]);
export const chip = style([
  pill,
  { minHeight: u(7), background: color.soft, color: color.accent, textDecoration: "none", whiteSpace: "normal" },
]);
/** Paper says which part of a list it holds. */
globalStyle(`${chip} svg`, { "@media": { print: { display: "none" } } });
