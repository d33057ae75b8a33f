import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { middle, muted, pill } from "~/theme/shared.css";
import { belowMd, belowSm, from, headerHeight, layer, menuWidth, u } from "~/theme/shape";

export const header = style({
  position: "sticky",
  top: 0,
  zIndex: layer.header,
  display: "flex",
  alignItems: "center",
  gap: u(1),
  height: headerHeight,
  padding: `0 ${u(2)}`,
  background: color.surface,
  borderBottom: `1px solid ${color.line}`,
  "@media": { [belowSm]: { gap: 0 } },
});

export const burger = style({ "@media": { [from.xl]: { display: "none" } } });
/** Covers the page while the menu is open; a tap on it closes the menu without scripts. */
globalStyle(`${burger}[open]>summary::before`, {
  content: "",
  position: "fixed",
  inset: `${headerHeight}px 0 0`,
  background: color.veil,
  cursor: "default",
});
export const opened = style({});
globalStyle(`${burger}[open] svg:not(${opened}),${burger}:not([open]) ${opened}`, { display: "none" });

export const menu = style({
  position: "fixed",
  inset: `${headerHeight}px auto 0 0`,
  width: menuWidth,
  overflowY: "auto",
  overscrollBehavior: "contain",
  background: color.surface,
  borderRight: `1px solid ${color.line}`,
});
globalStyle(`${burger}:not([open])~${menu}`, {
  "@media": { "screen and (max-width: 1279.9px)": { display: "none" } },
});

export const home = style({ display: "flex", marginRight: "auto", padding: u(2), textDecoration: "none" });
/** Under fingers buttons are wider, and a page may be no wider than 320 px (WCAG 2.1, 1.4.10): the mark stands alone. */
globalStyle(`${home}>span`, { "@media": { "screen and (max-width: 389.9px)": { fontSize: 0 } } });

/** Where there is no room for the field its button leads to the page that has one. */
export const search = style({
  display: "flex",
  gap: u(1),
  "@media": { [from.md]: { flex: "0 1 360px", marginRight: "auto" } },
});
globalStyle(`${search}>input`, { "@media": { [belowMd]: { display: "none" } } });

/** The name of the signed-in person, where there is room. */
export const name = style({
  display: "none",
  maxWidth: "180px",
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
  "@media": { [from.md]: { display: "block" } },
});

export const count = style([
  pill,
  { position: "absolute", top: 0, right: 0, padding: `0 ${u(1)}`, background: color.badFill, color: color.onFill },
]);

export const notice = style([middle, muted]);
export const news = style({ minWidth: "280px", maxWidth: "340px" });
globalStyle(`${news} a`, { overflowWrap: "anywhere" });
globalStyle(`${news} :is(small,b)`, {
  display: "-webkit-box",
  WebkitLineClamp: 2,
  WebkitBoxOrient: "vertical",
  overflow: "hidden",
});
globalStyle(`${news} b`, { fontWeight: "inherit" });
globalStyle(`${news} small`, { color: color.muted });
