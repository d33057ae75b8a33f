import { globalStyle } from "@vanilla-extract/css";
import { color } from "./contract.css";
import { floating } from "./shared.css";
import { layer, pad } from "./shape";

/** Words about a part of a drawing, told while it is pointed at, touched or reached by arrow keys. */
export const toldWords = [
  floating,
  {
    position: "absolute",
    zIndex: layer.firstColumn,
    maxWidth: "100%",
    padding: pad.cell,
    whiteSpace: "pre-line",
    color: color.ink,
    pointerEvents: "none",
  },
] as const;

/** Makes the labels in `group` parts of equal width that tell their `told`; the one that does stands on a shade. For style sheets. */
export function tellable(group: string, told: string): void {
  globalStyle(`${group} label`, { flex: "1 1 0", display: "flex", minWidth: 0 });
  globalStyle(`${group} input`, { position: "absolute", opacity: 0, pointerEvents: "none" });
  // Below the part, too: where many stand close they hide the shade.
  globalStyle(`${group} :is(label:hover,label:focus-within)`, {
    background: color.soft,
    boxShadow: `0 3px ${color.accent}`,
  });
  // Not in sight, it is still the name of its part.
  globalStyle(`label:not(:hover):not(:focus-within)>${told},:hover>label:not(:hover)>${told}`, { opacity: 0 });
}
