import { style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { panel, row, small, smallMuted } from "~/theme/shared.css";
import { text, u, weight } from "~/theme/shape";

export const stat = style([
  panel,
  {
    display: "grid",
    alignContent: "start",
    gap: u(1),
    padding: u(3),
    color: color.ink,
    textDecoration: "none",
    selectors: { "a&:hover": { borderColor: color.accent } },
  },
]);
export const label = smallMuted;
export const value = style({ ...text.title, fontWeight: weight.bold });
export const unit = style([smallMuted, { fontWeight: "normal" }]);
export const comparison = style([small, row, { flexWrap: "nowrap", gap: u(1) }]);
