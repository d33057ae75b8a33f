import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { text, u } from "~/theme/shape";

export const list = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill,minmax(min(100%,200px),1fr))",
  gap: `${u(3)} ${u(5)}`,
});
globalStyle(`${list} dt`, { ...text.small, color: color.muted });
export const wide = style({ gridColumn: "1/-1" });
