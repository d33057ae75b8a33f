import { style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { middle, muted, panel } from "~/theme/shared.css";
import { u } from "~/theme/shape";

export const empty = style([panel, middle, muted, { padding: `${u(10)} ${u(4)}`, marginBottom: u(4) }]);
export const title = style({ color: color.ink });
