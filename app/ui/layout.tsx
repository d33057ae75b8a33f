import type { ReactNode } from "react";
import { classes } from "./class-names";
import * as css from "./layout.css";

type Gap = keyof typeof css.gap;

/** One thing under another. */
export function Stack({ gap = "m", children }: { gap?: Gap; children: ReactNode }) {
  return <div className={`${css.stack} ${css.gap[gap]}`}>{children}</div>;
}

/** One thing beside another, wrapping; `fields` with their labels stand on one line with their button. */
export function Inline({ gap = "s", fields, children }: { gap?: Gap; fields?: boolean; children: ReactNode }) {
  return <div className={classes(css.line, css.gap[gap], fields && css.onLine)}>{children}</div>;
}

/** One thing at each end of a line. */
export function Ends({ children }: { children: ReactNode }) {
  return <div className={`${css.ends} ${css.gap.s}`}>{children}</div>;
}

/** Columns where there is room, one under another where there is not. */
export function Columns({ kind, children }: { kind: keyof typeof css.columns; children: ReactNode }) {
  return <div className={css.columns[kind]}>{children}</div>;
}
