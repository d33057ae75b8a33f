import { createGlobalThemeContract } from "@vanilla-extract/css";

/** The colours of the product. Names are also the CSS custom properties (`--ink`). */
export const color = createGlobalThemeContract({
  /** Page ground, panels on it, and the shade of table heads and hovered lines. */
  ground: "ground",
  surface: "surface",
  shade: "shade",
  /** Decorative lines; edges of controls (at least 3:1 against `surface`). */
  line: "line",
  edge: "edge",
  ink: "ink",
  muted: "muted",
  /** The accent as text, as a fill under `onFill`, and as a soft ground under `accent`. */
  accent: "accent",
  fill: "fill",
  fillHover: "fill-h",
  onFill: "on-fill",
  soft: "soft",
  ok: "ok",
  okSoft: "ok-s",
  warn: "warn",
  warnSoft: "warn-s",
  bad: "bad",
  badSoft: "bad-s",
  badFill: "bad-f",
  info: "info",
  infoSoft: "info-s",
  series1: "c1",
  series2: "c2",
  series3: "c3",
  series4: "c4",
  shadow: "shadow",
  veil: "veil",
});

/** Height of buttons and inputs: 32 px, 40 px under a finger. */
export const controlHeight = "var(--control)";
