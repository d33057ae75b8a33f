import type { ReactNode } from "react";
import { row } from "~/theme/shared.css";
import * as css from "./card.css";
import { classes } from "./class-names";

export interface CardProps {
  title?: string;
  /** Buttons or links beside the title. */
  actions?: ReactNode;
  /** The content reaches the edges: for tables. */
  flush?: boolean;
  children: ReactNode;
}

/** A panel with a title. */
export function Card({ title, actions, flush, children }: CardProps) {
  return (
    <section className={classes(css.card, flush && css.flush)}>
      {(title || actions) && (
        <header className={`${row} ${css.head}`}>
          {title && <h2>{title}</h2>}
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
