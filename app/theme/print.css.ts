import { style } from "@vanilla-extract/css";

/** What paper does not need: menus, filters, buttons. */
export const screenOnly = style({ "@media": { print: { display: "none !important" } } });
