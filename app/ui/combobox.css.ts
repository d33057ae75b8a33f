import { globalStyle, style } from "@vanilla-extract/css";
import { color, controlHeight } from "~/theme/contract.css";
import { floating, muted, pill, row, smallMuted } from "~/theme/shared.css";
import { layer, text, u } from "~/theme/shape";

export const place = style({ position: "relative", display: "grid", gap: u(2), minWidth: 0, flex: "1 1 auto" });
export const line = style({ position: "relative" });
export const box = style({ textOverflow: "ellipsis" });
export const withRemove = style({ paddingRight: u(8) });

export const chips = style([row, text.control]);
export const chip = style([
  pill,
  { minHeight: u(7), maxWidth: "100%", background: color.soft, color: color.accent, whiteSpace: "normal" },
]);

export const remove = style({
  display: "grid",
  placeItems: "center",
  width: u(6),
  height: u(6),
  padding: 0,
  color: "inherit",
  background: "none",
  border: 0,
  cursor: "pointer",
});
globalStyle(`${line} ${remove}`, {
  position: "absolute",
  top: 0,
  right: u(1),
  height: controlHeight,
  color: color.muted,
});

export const unit = style([
  muted,
  {
    position: "absolute",
    top: 0,
    right: u(2),
    height: controlHeight,
    display: "grid",
    placeItems: "center",
    pointerEvents: "none",
  },
]);

export const popup = style([
  floating,
  { position: "absolute", zIndex: layer.popup, top: `calc(100% + ${u(1)})`, left: 0, width: "100%", minWidth: u(55) },
]);
export const list = style({ maxHeight: u(70), overflowY: "auto" });
export const option = style({
  ...text.control,
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  minHeight: u(8),
  padding: `${u(1)} ${u(2)}`,
  cursor: "pointer",
  overflowWrap: "anywhere",
});
globalStyle(`${option}:hover`, { background: color.shade });
/** What else a choice is known by: the second line. */
export const about = style([smallMuted, { display: "block" }]);
export const active = style({});
globalStyle(`${option}${active}`, { background: color.soft, color: color.accent });
export const nothing = style([smallMuted, { padding: u(2), selectors: { "&:empty": { display: "none" } } }]);

/** Links to what is chosen, where plain controls are: far enough apart to be hit. */
export const opens = style([row, smallMuted]);
globalStyle(`${opens} a`, { padding: `${u(1)} 0` });
