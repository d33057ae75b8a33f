import { pill } from "~/theme/shared.css";
import { Icon, type IconName } from "./icon";
import { TONE_ICON } from "./notice";
import type { Tone } from "./tone";
import { toneGround } from "./tone.css";

export interface BadgeProps {
  tone: Tone;
  /** Instead of the icon of the tone. */
  icon?: IconName;
  children: string;
}

/** A status: icon and word on a soft ground. */
export function Badge({ tone, icon = TONE_ICON[tone], children }: BadgeProps) {
  return (
    <span className={`${pill} ${toneGround[tone]}`}>
      <Icon name={icon} size="s" />
      {children}
    </span>
  );
}
