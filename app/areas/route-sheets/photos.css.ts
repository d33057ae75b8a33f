import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { u } from "~/theme/shape";

export const photos = style({ display: "flex", flexWrap: "wrap", gap: u(2) });
globalStyle(`${photos} img`, {
  display: "block",
  maxWidth: u(45),
  maxHeight: u(45),
  border: `1px solid ${color.line}`,
  borderRadius: u(1),
});
