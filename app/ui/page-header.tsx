import type { ReactNode } from "react";
import { screenOnly } from "~/theme/print.css";
import { smallMuted } from "~/theme/shared.css";
import * as css from "./page-header.css";

export interface Crumb {
  label: string;
  href: string;
}

export interface PageHeaderProps {
  title: string;
  /** The way here, without the page itself; `crumbsLabel` names it. */
  crumbs?: readonly Crumb[];
  crumbsLabel?: string;
  /** A line under the title. */
  description?: ReactNode;
  badges?: ReactNode;
  /** Buttons; the main one last. */
  actions?: ReactNode;
}

/** The top of a page: where we are, what this is, what can be done. */
export function PageHeader({ title, crumbs, crumbsLabel, description, badges, actions }: PageHeaderProps) {
  return (
    <div className={css.header}>
      {crumbs && crumbs.length > 0 && (
        <nav aria-label={crumbsLabel}>
          <ol className={css.crumbs}>
            {crumbs.map(({ href, label }) => (
              <li key={href}>
                <a href={href}>{label}</a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className={css.line}>
        <div className={css.title}>
          <h1>{title}</h1>
          {badges}
        </div>
        {actions && <div className={`${css.actions} ${screenOnly}`}>{actions}</div>}
      </div>
      {description && <p className={smallMuted}>{description}</p>}
    </div>
  );
}
