import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { item, pill } from "~/theme/shared.css";
import { u } from "~/theme/shape";

export const list = style({ display: "flex", gap: u(1), overflowX: "auto" });

/** The ring of the focus must not be cut off by the scrolling list. */
export const tab = style([item, { padding: `0 ${u(3)}`, whiteSpace: "nowrap", outlineOffset: "-2px" }]);
/** Where the tabs do not fit, they begin at the current one. */
globalStyle(`${list} a[aria-current]`, { scrollInitialTarget: "nearest" });
globalStyle(`${list} a:not([aria-current])`, { color: color.muted });

export const tabs = style({ boxShadow: `inset 0 -1px ${color.line}` });
globalStyle(`${tabs} a`, { borderRadius: 0 });
globalStyle(`${tabs} a[aria-current]`, { background: "none", boxShadow: `inset 0 -2px ${color.accent}` });

export const scopes = style({});

export const count = style([pill, { padding: `0 ${u(1.5)}`, background: color.shade, color: color.muted }]);
