import { style } from "@vanilla-extract/css";
import { muted, row } from "~/theme/shared.css";
import { text, u } from "~/theme/shape";

export const bar = style([row, muted, { ...text.control, justifyContent: "space-between", columnGap: u(6) }]);
export const list = style([row, { gap: u(1) }]);
export const page = style({ minWidth: u(8), justifyContent: "center" });
