import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { radius, u } from "~/theme/shape";

export const notice = style({
  display: "flex",
  gap: u(2),
  padding: `${u(2.5)} ${u(3)}`,
  marginBottom: u(4),
  borderRadius: radius.panel,
  boxShadow: "inset 3px 0 currentColor",
});
globalStyle(`${notice}>svg`, { margin: "2px 0" });
export const body = style({ color: color.ink, minWidth: 0 });
