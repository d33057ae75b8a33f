import { globalStyle, style } from "@vanilla-extract/css";
import { u } from "~/theme/shape";

/** Who packs gets papers of their own, and a machine's boxes are on one of them. */
export const boxes = style({ "@media": { print: { breakBefore: "page" } } });
globalStyle(`${boxes} section section`, { "@media": { print: { breakInside: "avoid", paddingTop: u(3) } } });
// Chromium breaks a grid before all of it, and leaves its title behind.
globalStyle(`${boxes}>section>div,${boxes}>section>div>div`, { "@media": { print: { display: "block" } } });
// What stands below the last card on screens would be an empty paper.
globalStyle(`${boxes}>section`, { "@media": { print: { marginBottom: 0 } } });
