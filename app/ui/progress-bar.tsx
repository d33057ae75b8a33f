import { smallMuted } from "~/theme/shared.css";
import * as css from "./progress-bar.css";
import type { Tone } from "./tone";

export interface ProgressBarProps {
  label: string;
  /** The words of the value: "340 of 500 g". */
  text: string;
  /** How full, from 0 to 1. */
  share: number;
  tone?: Tone;
  /** A quieter line below. */
  hint?: string | undefined;
}

/** How full something is: words and a bar. */
export function ProgressBar({ label, text, share, tone = "info", hint }: ProgressBarProps) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <div className={css.progress}>
      <div className={css.words}>
        <span>{label}</span>
        <span>{text}</span>
      </div>
      <svg className={css.bar} aria-hidden="true">
        <rect className={css.fill[tone]} width={`${percent}%`} height="100%" />
      </svg>
      {hint && <span className={smallMuted}>{hint}</span>}
    </div>
  );
}
