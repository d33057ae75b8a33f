import { style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { panel, row, small, smallMuted } from "~/theme/shared.css";
import { pad, text, u, weight } from "~/theme/shape";

export const stat = style([
  panel,
  {
    display: "grid",
    alignContent: "start",
    containerType: "inline-size",
    gap: u(1),
    padding: pad.tile,
    color: color.ink,
    textDecoration: "none",
    selectors: { "a&:hover": { borderColor: color.accent } },
  },
]);
export const label = smallMuted;
/** Long sums get smaller in a narrow tile: sixteen signs fit its width. */
export const value = style({
  ...text.title,
  fontSize: [text.title.fontSize, `min(${text.title.fontSize},10.5cqi)`],
  fontWeight: weight.bold,
  overflowWrap: "anywhere",
});
export const unit = smallMuted;
export const comparison = style([small, row, { flexWrap: "nowrap", gap: u(1) }]);
