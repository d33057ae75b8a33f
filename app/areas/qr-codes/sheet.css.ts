import { globalStyle, style } from "@vanilla-extract/css";
import { muted, small } from "~/theme/shared.css";
import { text, u } from "~/theme/shape";

/** Codes in columns: as many as fit a screen, four of A4, of which five or six lines fit a page. */
export const sheet = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill,minmax(min(100%,150px),1fr))",
  gap: u(2),
  margin: 0,
  padding: 0,
  listStyle: "none",
  "@media": { print: { gridTemplateColumns: "repeat(4,1fr)", gap: 0 } },
});

// No property of elements, so the type of styles does not know it. Twice named: a table that only screens show would lay it down.
const stands = { size: "A4 portrait", margin: "10mm" };
globalStyle("@page codes", stands);
globalStyle(`body:has(${sheet}${sheet})`, { "@media": { print: { page: "codes" } } });

const INK = "#000";
const PAPER = "#fff";
/** Dark on light in every theme: readers want it so. */
export const label = style([
  small,
  {
    display: "flex",
    flexDirection: "column",
    alignItems: "center",
    padding: u(2),
    border: "1px dashed #bbb",
    background: PAPER,
    color: INK,
    textAlign: "center",
    overflowWrap: "anywhere",
    breakInside: "avoid",
  },
]);
globalStyle(`${label} svg`, {
  width: "100%",
  maxWidth: "130px",
  height: "auto",
  "@media": { print: { maxWidth: "26mm" } },
});
globalStyle(`${label} code`, { ...text.tiny });
export const unusable = style([muted, { display: "grid", placeItems: "center", width: "100%", aspectRatio: "1" }]);
