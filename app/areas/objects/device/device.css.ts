import { globalStyle, style } from "@vanilla-extract/css";
import { belowSm, text } from "~/theme/shape";

/** The text of an audit file, as the machine wrote it. */
export const rawText = style({
  maxBlockSize: "24rem",
  overflow: "auto",
  ...text.small,
});
/** Lines are whole where there is room for them. */
globalStyle(`${rawText} pre`, { "@media": { [belowSm]: { whiteSpace: "pre-wrap", overflowWrap: "anywhere" } } });
