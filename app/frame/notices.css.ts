import { style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { middle, row } from "~/theme/shared.css";
import { layer, text, u } from "~/theme/shape";

export const screen = style([middle, { minHeight: "100vh" }]);
/** The same over a page that stays below it. */
export const cover = style([
  screen,
  {
    position: "fixed",
    inset: 0,
    zIndex: layer.skip,
    width: "100%",
    maxWidth: "none",
    maxHeight: "none",
    border: 0,
    background: color.ground,
    color: color.ink,
  },
]);
export const words = style([middle, { maxWidth: "440px", margin: "auto" }]);
export const mark = style({ padding: u(5), borderRadius: "50%", background: color.soft, color: color.accent });
export const duration = style([row, { ...text.title, justifyContent: "center", marginBottom: u(3) }]);
/** What a person wrote, with its line breaks. */
export const written = style({ whiteSpace: "pre-wrap", overflowWrap: "anywhere", margin: `${u(3)} 0` });
