import { type MouseEvent, type ReactNode, useState } from "react";
import { screenOnly } from "~/theme/print.css";
import { hidden } from "~/theme/shared.css";
import { Icon } from "./icon";
import { TONE_ICON } from "./notice";
import type { Tone } from "./tone";
import { toneGround } from "./tone.css";
import * as css from "./toast.css";

export interface ToastProps {
  tone: Tone;
  text: string;
  /** The same page without the toast: what closing does when scripts are off. */
  close: { label: string; href: string };
}

/** What came of the last action. Stays until closed or until the next page. */
export function Toast({ tone, text, close }: ToastProps) {
  const [closed, setClosed] = useState(false);
  if (closed) return null;
  const hide = (event: MouseEvent) => {
    event.preventDefault();
    setClosed(true);
  };
  return (
    <div className={`${css.toast} ${toneGround[tone]}`} role={tone === "bad" ? "alert" : "status"}>
      <Icon name={TONE_ICON[tone]} />
      <p>{text}</p>
      <a className={css.close} href={close.href} onClick={hide}>
        <Icon name="close" />
        <span className={hidden}>{close.label}</span>
      </a>
    </div>
  );
}

/** Where toasts stand: above the page, in the corner. Give each toast a key of its own. */
export function Toasts({ children }: { children: ReactNode }) {
  return <div className={`${css.toasts} ${screenOnly}`}>{children}</div>;
}
