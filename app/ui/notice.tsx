import type { ReactNode } from "react";
import { classes } from "./class-names";
import { Icon, type IconName } from "./icon";
import * as css from "./notice.css";
import type { Tone } from "./tone";
import { toneGround } from "./tone.css";

/** The icon that goes with a tone wherever it is shown. */
export const TONE_ICON: Record<Tone, IconName> = {
  neutral: "dot",
  ok: "check",
  warn: "alert",
  bad: "error",
  info: "info",
};

export interface NoticeProps {
  tone: Tone;
  title?: string;
  children?: ReactNode;
  /** Read out at once by screen readers. */
  alert?: boolean;
}

/** A message in the flow of the page. */
export function Notice({ tone, title, children, alert }: NoticeProps) {
  return (
    <div className={classes(css.notice, toneGround[tone])} role={alert ? "alert" : undefined}>
      <Icon name={TONE_ICON[tone]} />
      <div className={css.body}>
        {title && <strong>{title}</strong>}
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
