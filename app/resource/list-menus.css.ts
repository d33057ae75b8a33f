import { style } from "@vanilla-extract/css";

/** How many rows are ticked, as scripts count them. */
export const ticked = style({
  selectors: { '&:not([data-ticked="0"])::after': { content: '" " attr(data-ticked)' } },
});
