import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode } from "react";
import { hidden } from "~/theme/shared.css";
import * as css from "./button.css";
import { classes } from "./class-names";
import { Icon, type IconName } from "./icon";

interface Look {
  kind?: keyof typeof css.kind;
  /** `s` is 4 px lower, for rows and toolbars. */
  size?: "s" | "m";
  icon?: IconName;
  /** Keeps the words for screen readers and as a tooltip, and shows the icon alone. */
  hideLabel?: boolean;
  children: string | number;
}

export type ButtonProps = Look & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children">;
export type ButtonLinkProps = Look & { href: string } & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, "children">;

/** A button; submits its form unless `type` says otherwise. */
export function Button({ kind, size, icon, hideLabel, children, className, ...native }: ButtonProps) {
  return (
    <button
      type="submit"
      title={hideLabel ? String(children) : undefined}
      {...native}
      className={classes(buttonClass({ kind, size, hideLabel }), className)}
    >
      {content(icon, children, hideLabel)}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({ kind, size, icon, hideLabel, children, className, ...native }: ButtonLinkProps) {
  return (
    <a
      title={hideLabel ? String(children) : undefined}
      {...native}
      className={classes(buttonClass({ kind, size, hideLabel }), className)}
    >
      {content(icon, children, hideLabel)}
    </a>
  );
}

/** The classes of a button, for a `<summary>` that looks like one. */
export function buttonClass({ kind = "secondary", size = "m", hideLabel }: Omit<Look, "children" | "icon">) {
  return classes(css.base, css.kind[kind], size === "s" && css.small, hideLabel && css.square);
}

function content(icon: IconName | undefined, label: ReactNode, hideLabel: boolean | undefined) {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span className={hideLabel ? hidden : undefined}>{label}</span>
    </>
  );
}
