/** Lengths that do not depend on the theme. One unit is 4 px. */
export const u = (units: number): string => `${units * 4}px`;

/** Room within things: panels of every kind, tiles and lines of lists in them, cells of tables. */
export const pad = { panel: u(4), tile: u(3), line: `${u(2)} ${u(3)}`, cell: `${u(1.5)} ${u(2)}` } as const;

export const radius = { control: "6px", panel: "8px", round: "99px" } as const;

export const weight = { normal: 400, medium: 500, bold: 600 } as const;

export const text = {
  /** On maps and labels, where there is no room for more; and on paper that holds a wide table. */
  tiny: { fontSize: "10px" },
  print: { fontSize: "8px", lineHeight: "11px" },
  /** On paper that a table of few columns leaves room on: 8 points, as small print is. */
  printed: { fontSize: "11px", lineHeight: "14px" },
  small: { fontSize: "12px", lineHeight: "16px" },
  control: { fontSize: "14px" },
  /** Under a finger: phones zoom into smaller text when it gets the focus. */
  touch: { fontSize: "16px" },
  lead: { fontSize: "15px" },
  title: { fontSize: "20px", lineHeight: "28px" },
} as const;

/** Media queries. `xl` is where the menu stands beside the content instead of behind the burger. */
export const from = {
  sm: "screen and (min-width: 640px)",
  md: "screen and (min-width: 768px)",
  xl: "screen and (min-width: 1280px)",
} as const;
export const belowXl = "screen and (max-width: 1279.9px)";
export const belowMd = "screen and (max-width: 767.9px)";
export const belowSm = "screen and (max-width: 639.9px)";

/** Height of the page header and width of the menu, in px. */
export const headerHeight = 48;
export const menuWidth = 240;

/** Stacking order of everything that floats. */
export const layer = { firstColumn: 1, tableHead: 2, loading: 10, toast: 15, popup: 20, header: 30, skip: 40 } as const;
