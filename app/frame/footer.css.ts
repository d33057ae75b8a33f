import { style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { row, smallMuted } from "~/theme/shared.css";
import { u } from "~/theme/shape";

export const footer = style([
  smallMuted,
  row,
  { gap: `0 ${u(4)}`, marginTop: "auto", padding: `${u(3)} ${u(6)}`, borderTop: `1px solid ${color.line}` },
]);
