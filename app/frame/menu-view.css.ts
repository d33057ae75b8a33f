import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { item } from "~/theme/shared.css";
import { text, u, weight } from "~/theme/shape";

export const nav = style({ padding: `${u(2)} ${u(2)} ${u(8)}` });

export const line = style([item, { gap: u(2.5) }]);
globalStyle(`${line}:not([aria-current])>svg`, { color: color.muted });

/** A group at the top level: a heading over its entries. */
export const section = style({ ...text.small, color: color.muted, fontWeight: weight.bold });
/** Apart from what stands before and after it, which may be an entry without a heading. */
globalStyle(`${nav}>ul>li>details`, { margin: `${u(2)} 0` });

/** Entries of a nested group stand under the words of its name. */
export const nested = style({ marginLeft: u(4), paddingLeft: u(2.5), borderLeft: `1px solid ${color.line}` });

export const chevron = style({ marginLeft: "auto" });
globalStyle(`details:not([open])>summary>${chevron}>svg`, { transform: "rotate(-90deg)" });
