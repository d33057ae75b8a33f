import type { ReactNode } from "react";
import * as css from "./empty.css";
import { Icon, type IconName } from "./icon";

export interface EmptyProps {
  title: string;
  text?: string;
  icon?: IconName;
  /** What to do about it: a link or a button. */
  action?: ReactNode;
}

/** Stands where a list would, when there is nothing in it. */
export function Empty({ title, text, icon = "search", action }: EmptyProps) {
  return (
    <div className={css.empty}>
      <Icon name={icon} size="xl" />
      <h2 className={css.title}>{title}</h2>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}
