import { style } from "@vanilla-extract/css";

/** What paper does not need: menus, filters, buttons. */
export const screenOnly = style({ "@media": { print: { display: "none !important" } } });
/** What a screen shows by what stands around it: the view that a list is, words that it was searched by. */
export const paperOnly = style({ "@media": { screen: { display: "none" } } });
