import { globalStyle, style, styleVariants } from "@vanilla-extract/css";
import { color, controlHeight } from "~/theme/contract.css";
import { muted, small, smallMuted } from "~/theme/shared.css";
import { from, radius, text, u, weight } from "~/theme/shape";

export const field = style({ display: "grid", gap: u(1), alignContent: "start", minWidth: 0 });

export const label = style({ ...text.control, fontWeight: weight.medium });
export const required = style({ color: color.bad });

export const hint = smallMuted;
export const error = style([small, { display: "flex", gap: u(1), color: color.bad, fontWeight: weight.medium }]);
globalStyle(`${error} svg`, { margin: "2px 0" });

export const control = style({
  ...text.control,
  width: "100%",
  minWidth: 0,
  height: controlHeight,
  padding: `0 ${u(2)}`,
  background: color.surface,
  border: `1px solid ${color.edge}`,
  borderRadius: radius.control,
  "@media": { "(pointer: coarse)": text.touch },
  selectors: {
    "&[aria-invalid=true]": { borderColor: color.bad, boxShadow: `0 0 0 1px ${color.bad}` },
    "&:disabled,&[readonly]": { background: color.shade, color: color.muted, cursor: "default" },
    "&::placeholder": { color: color.muted, opacity: 1 },
  },
});
export const area = style({ height: "auto", minHeight: u(18), padding: `${u(1.5)} ${u(2)}`, resize: "vertical" });
export const file = style({ padding: `${u(0.75)} ${u(1)}` });
globalStyle(`${file}::file-selector-button`, {
  font: "inherit",
  height: "100%",
  marginRight: u(2),
  padding: `0 ${u(2)}`,
  color: color.ink,
  background: color.shade,
  border: 0,
  borderRadius: "4px",
});

export const currentFile = style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: u(4),
  rowGap: u(1),
  minWidth: 0,
  overflowWrap: "anywhere",
});
globalStyle(`${currentFile} a`, { display: "inline-flex", alignItems: "center", gap: u(1) });
/** Logos are seen on white, whatever the theme. */
export const preview = style({
  minWidth: u(12),
  maxWidth: "100%",
  height: u(12),
  padding: u(1),
  objectFit: "contain",
  background: "#fff",
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
});

export const withUnit = style({ display: "flex", alignItems: "center", gap: u(2) });
/** A button stands beside the control, not beside what is said below it. */
export const withButton = style([withUnit, { alignItems: "start" }]);
globalStyle(`${withUnit}>${withUnit}`, { flex: "1 1 auto", minWidth: 0 });
export const short = style({ maxWidth: u(90) });
export const unit = muted;

export const choice = style({
  ...text.control,
  display: "grid",
  gridTemplateColumns: "16px 1fr",
  columnGap: u(2),
  alignItems: "start",
  padding: `${u(1)} 0`,
  cursor: "pointer",
});
globalStyle(`${choice} input`, { width: 16, height: 16, margin: "2px 0", accentColor: color.fill });
globalStyle(`${choice} small`, { gridColumn: 2, color: color.muted });

export const choices = styleVariants({
  inline: { display: "flex", flexWrap: "wrap", columnGap: u(5) },
  1: { display: "grid" },
  2: { display: "grid", columnGap: u(5), "@media": { [from.sm]: { gridTemplateColumns: "1fr 1fr" } } },
  3: {
    display: "grid",
    columnGap: u(5),
    "@media": {
      [from.sm]: { gridTemplateColumns: "1fr 1fr" },
      [from.xl]: { gridTemplateColumns: "1fr 1fr 1fr" },
    },
  },
});
