import { style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { panel, row, smallMuted } from "~/theme/shared.css";
import { u } from "~/theme/shape";

export const list = style({ display: "grid", gridTemplateColumns: "minmax(0,1fr)", gap: u(3) });
export const entry = style([panel, { padding: `${u(2)} ${u(4)} ${u(3)}` }]);
/** Written by our side: a ticket reply of the staff. */
export const own = style({ background: color.soft });
export const head = style([smallMuted, row, { rowGap: 0, marginBottom: u(1) }]);
export const author = style({ color: color.ink });
export const body = style({ whiteSpace: "pre-line" });
