import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";
import { hidden } from "~/theme/shared.css";
import { buttonClass } from "./button";
import { classes } from "./class-names";
import * as css from "./details-menu.css";
import { Icon, type IconName } from "./icon";

export interface DetailsMenuProps {
  label: string;
  icon?: IconName;
  hideLabel?: boolean;
  kind?: "secondary" | "quiet";
  size?: "s" | "m";
  /** The edge of the button the popup hangs from. */
  align?: "start" | "end";
  /** Shown after the label: a count. */
  badge?: ReactNode;
  children: ReactNode;
}

/** A button that opens a list of links and buttons; works without scripts. */
export function DetailsMenu({
  label,
  icon,
  hideLabel,
  kind,
  size,
  align = "start",
  badge,
  children,
}: DetailsMenuProps) {
  return (
    <details className={css.details} data-popup>
      <summary className={buttonClass({ kind, size, hideLabel })} title={hideLabel ? label : undefined}>
        {icon && <Icon name={icon} />}
        <span className={hideLabel ? hidden : undefined}>{label}</span>
        {badge}
        {!hideLabel && <Icon name="chevron-down" size="s" />}
      </summary>
      <div className={`${css.popup} ${css[align]}`}>{children}</div>
    </details>
  );
}

interface ItemLook {
  icon?: IconName;
  danger?: boolean;
  children: ReactNode;
}

export function MenuLink({ icon, danger, children, ...native }: ItemLook & AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...native} className={classes(css.item, danger && css.danger)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}

/** Submits the form it stands in. */
export function MenuButton({ icon, danger, children, ...native }: ItemLook & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="submit" {...native} className={classes(css.item, danger && css.danger)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}
