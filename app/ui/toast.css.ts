import { globalStyle, style } from "@vanilla-extract/css";
import { color } from "~/theme/contract.css";
import { headerHeight, layer, radius, text, u } from "~/theme/shape";

/** In the flow, so that nothing is covered; in sight while the page scrolls. */
export const toasts = style({
  position: "sticky",
  top: headerHeight + 8,
  zIndex: layer.toast,
});
export const toast = style({
  ...text.control,
  display: "flex",
  gap: u(2),
  padding: `${u(1)} ${u(1)} ${u(1)} ${u(3)}`,
  marginBottom: u(4),
  borderRadius: radius.panel,
  boxShadow: "inset 3px 0 currentColor,0 2px 8px rgba(0,0,0,.15)",
});
globalStyle(`${toast}>svg`, { margin: `${u(2)} 0` });
globalStyle(`${toast} p`, { flex: 1, padding: `${u(1.5)} 0`, color: color.ink });
export const close = style({ alignSelf: "start", padding: u(2), color: "inherit" });
