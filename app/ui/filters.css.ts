import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { panel, row } from "~/theme/shared.css";
import { pad, u } from "~/theme/shape";

export const form = style([row, { marginBottom: u(3) }]);
export const search = style({ position: "relative", flex: "1 1 200px", maxWidth: "360px" });
globalStyle(`${search}>svg`, {
  position: "absolute",
  inset: `0 auto 0 ${u(2)}`,
  margin: "auto 0",
  color: color.muted,
  pointerEvents: "none",
});
globalStyle(`${search}>input`, { paddingLeft: u(8) });
export const end = style([row, { marginLeft: "auto" }]);

export const more = style({});
/** Stands beside the `<details>` that opens it, so that the button keeps its place in the line. */
export const fields = style([
  panel,
  {
    flex: "1 0 100%",
    display: "grid",
    gridTemplateColumns: "repeat(auto-fill,minmax(min(100%,200px),1fr))",
    gap: u(3),
    padding: pad.panel,
    alignItems: "end",
  },
]);
globalStyle(`${more}:not([open])~${fields}`, { display: "none" });
