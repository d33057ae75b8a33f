import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { row, smallMuted } from "~/theme/shared.css";
import { text, u, weight } from "~/theme/shape";

export const map = style({ width: "100%", maxWidth: "420px", height: "auto", margin: "0 auto" });
globalStyle(`${map} a`, { textDecoration: "none", outline: "none" });
globalStyle(`${map} text`, { textAnchor: "middle", ...text.tiny });

export const ground = { none: style({}), ok: style({}), warn: style({}), bad: style({}) } as const;
const colours = {
  none: [color.surface, color.muted],
  ok: [color.okSoft, color.ok],
  warn: [color.warnSoft, color.warn],
  bad: [color.badSoft, color.bad],
} as const;
for (const tone of ["none", "ok", "warn", "bad"] as const) {
  globalStyle(`${ground[tone]} rect`, { fill: colours[tone][0], stroke: color.line });
  globalStyle(`${ground[tone]} text`, { fill: colours[tone][1] });
}
// One list that forgives what a browser does not know: Safari before 15.4 would read none of it.
globalStyle(`${map} a:is(:hover,:focus-visible,[aria-current]) rect`, {
  stroke: color.accent,
  strokeWidth: 2,
});
export const total = style({});
globalStyle(`${map} ${total}`, { fontSize: text.lead.fontSize, fontWeight: weight.bold });
export const names = style([smallMuted, { columns: "2 150px", marginTop: u(2) }]);
globalStyle(`${names} li`, { breakInside: "avoid", padding: `${u(1)} 0` });
export const opener = style([row, { color: color.accent, gap: u(1), minHeight: u(6) }]);
export const note = style([smallMuted, { marginTop: u(2) }]);
