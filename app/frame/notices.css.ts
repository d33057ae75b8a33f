import { style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { middle, row } from "~/theme/shared.css";
import { text, u } from "~/theme/shape";

export const screen = style([middle, { minHeight: "100vh" }]);
export const words = style([middle, { maxWidth: "440px", margin: "auto" }]);
export const mark = style({ padding: u(5), borderRadius: "50%", background: color.soft, color: color.accent });
export const duration = style([row, { ...text.title, justifyContent: "center", marginBottom: u(3) }]);
/** What a person wrote, with its line breaks. */
export const written = style({ whiteSpace: "pre-wrap", overflowWrap: "anywhere", margin: `${u(3)} 0` });
