import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { row, smallMuted } from "~/theme/shared.css";
import { radius, u } from "~/theme/shape";

export const attachments = style({
  display: "flex",
  flexWrap: "wrap",
  gap: u(2),
  marginTop: u(2),
  whiteSpace: "normal",
});
export const attachment = style([
  smallMuted,
  { display: "grid", gap: u(1), maxWidth: u(45), overflowWrap: "anywhere" },
]);
/** A look at an image: a box of its own, so that nothing moves when it arrives over the icon, and none is missed when it does not. */
export const thumbnail = style({
  display: "grid",
  gridTemplate: "100%/100%",
  placeItems: "center",
  width: u(45),
  height: u(30),
  overflow: "hidden",
  background: color.shade,
  border: `1px solid ${color.line}`,
  borderRadius: radius.control,
});
globalStyle(`${thumbnail}>*`, { gridArea: "1/1" });
// Sized by its limits: Chromium draws a broken image that has a width and a height of its own.
globalStyle(`${thumbnail}>img`, {
  minWidth: "100%",
  maxWidth: "100%",
  minHeight: "100%",
  maxHeight: "100%",
  objectFit: "cover",
});

export const lines = style({ margin: 0, padding: 0, listStyle: "none" });
/** A choice with the button that takes it. */
export const choice = style({
  display: "grid",
  gridTemplateColumns: "minmax(0,1fr) auto",
  alignItems: "end",
  gap: u(2),
  minWidth: 0,
});
/** Sending with the status that comes with it, and beside it, where there is room, the other ways to say something. */
export const send = style([row, { alignItems: "flex-end", justifyContent: "space-between" }]);
export const sendAnd = style([row, { alignItems: "flex-end", flexWrap: "nowrap", minWidth: 0 }]);
globalStyle(`${sendAnd}>div`, { minWidth: u(30) });
export const controls = style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit,minmax(min(100%,260px),1fr))",
  alignItems: "start",
  gap: u(3),
});
export const time = style({
  display: "grid",
  gridTemplateColumns: "repeat(4,minmax(0,1fr))",
  gap: u(2),
  margin: `${u(2)} 0`,
});
export const correction = style({ marginTop: u(2) });
export const others = style([lines, { display: "grid", gap: u(2) }]);
globalStyle(`${others} a`, { overflowWrap: "anywhere" });
