import { style } from "@vanilla-extract/css";

/** The text of an audit file, as the machine wrote it. */
export const rawText = style({
  maxBlockSize: "24rem",
  overflow: "auto",
  margin: 0,
  fontSize: "12px",
  lineHeight: "18px",
});
