import { globalStyle, style } from "@vanilla-extract/css";
import { row, smallMuted } from "~/theme/shared.css";
import { u } from "~/theme/shape";

export const header = style({ marginBottom: u(4) });
export const crumbs = style([smallMuted, row]);
globalStyle(`${crumbs} a`, { display: "inline-block", padding: `${u(1)} 0`, color: "inherit", textDecoration: "none" });
globalStyle(`${crumbs} a:hover`, { textDecoration: "underline" });
globalStyle(`${crumbs} li+li::before`, { content: "/", marginRight: u(2) });
export const line = style([row, { columnGap: u(4), minHeight: u(8) }]);
export const title = style([row, { flex: "1 1 auto", minWidth: 0 }]);
export const actions = row;
/** What this is; where buttons wrap they stand above it. */
globalStyle(`${header}>p`, { marginTop: u(1) });
