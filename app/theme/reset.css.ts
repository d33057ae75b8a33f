import { globalStyle } from "@vanilla-extract/css";
import { color } from "./contract.css";
import { headerHeight, text, weight } from "./shape";

globalStyle("*,::before,::after", { boxSizing: "border-box", margin: 0, padding: 0 });
globalStyle("html", {
  WebkitTextSizeAdjust: "100%",
  textSizeAdjust: "100%",
  scrollPaddingTop: headerHeight + 16,
});
globalStyle("body", {
  font: '14px/20px -apple-system,"Segoe UI",Roboto,"Noto Sans","Liberation Sans",Arial,sans-serif',
  fontVariantNumeric: "tabular-nums",
  color: color.ink,
  background: color.ground,
  overflowWrap: "break-word",
});
globalStyle("h1,h2,h3", { fontWeight: weight.bold, fontSize: "inherit" });
globalStyle("h1", { ...text.title });
globalStyle("h2", { ...text.lead });
globalStyle("button,input,select,textarea", { font: "inherit", color: "inherit" });
globalStyle("a", { color: color.accent, textUnderlineOffset: "2px" });
globalStyle("ul,ol", { listStyle: "none" });
globalStyle("table", { borderCollapse: "collapse", borderSpacing: 0 });
globalStyle("fieldset", { border: 0, minWidth: 0 });
globalStyle("summary", { listStyle: "none", cursor: "pointer" });
globalStyle("summary::-webkit-details-marker", { display: "none" });
globalStyle("small", { ...text.small });
globalStyle("svg,img", { display: "block", flex: "none" });
globalStyle("[hidden]", { display: "none" });
globalStyle(":focus-visible", { outline: `2px solid ${color.accent}`, outlineOffset: "1px" });

globalStyle("body", { "@media": { print: { background: "none", fontSize: "12px" } } });
globalStyle("a", { "@media": { print: { color: "inherit", textDecoration: "none" } } });
// How a screen is used is nothing to read on paper.
globalStyle("a[href^='/help?']", { "@media": { print: { display: "none" } } });
globalStyle("tr,figure", { "@media": { print: { breakInside: "avoid" } } });
globalStyle("h1,h2,h3,header", { "@media": { print: { breakAfter: "avoid" } } });
globalStyle("button,[type=file],[type=checkbox],[role=search],details[data-popup]", {
  "@media": { print: { display: "none !important" } },
});
globalStyle("thead", { "@media": { print: { display: "table-header-group" } } });
// Totals stand once, at the end: at the foot of each page they would be read as that page's.
globalStyle("tfoot", { "@media": { print: { display: "table-row-group" } } });
