import { globalStyle, style, type StyleRule } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { row } from "~/theme/shared.css";
import { belowMd, layer, pad } from "~/theme/shape";

export const bulk = style([row]);
// On a phone what is done with chosen rows waits until there are some, and stands at the foot then, as in other lists of phones.
const onceChosen = (selector: string, rule: StyleRule) =>
  globalStyle(selector, { "@supports": { "selector(:has(a))": { "@media": { [belowMd]: rule } } } });
onceChosen(`body:not(:has(tbody input:checked)) ${bulk}`, { display: "none" });
onceChosen(`body:has(tbody input:checked) ${bulk}`, {
  position: "fixed",
  inset: "auto 0 0",
  zIndex: layer.loading,
  maxHeight: "50vh",
  overflowY: "auto",
  padding: pad.panel,
  background: color.surface,
  borderTop: `1px solid ${color.edge}`,
});
onceChosen("body:has(tbody input:checked) main", { paddingBottom: "50vh" });

/** How many rows are ticked, as scripts count them. */
export const ticked = style({
  selectors: { '&:not([data-ticked="0"])::after': { content: '" " attr(data-ticked)' } },
});
