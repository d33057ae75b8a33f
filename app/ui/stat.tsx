import * as css from "./stat.css";
import { Icon, type IconName } from "./icon";
import type { Tone } from "./tone";
import { toneText } from "./tone.css";

export interface StatProps {
  label: string;
  value: string;
  unit?: string;
  /** A line under the value: "+12 % against yesterday". */
  comparison?: { text: string; tone: Tone; icon?: IconName };
  /** Makes the whole tile a link. */
  href?: string;
}

/** A number of the dashboard. Put several into `<Columns kind="tiles">`. */
export function Stat({ label, value, unit, comparison, href }: StatProps) {
  const content = (
    <>
      <span className={css.label}>{label}</span>
      <span className={css.value}>{value}</span>
      {unit && <span className={css.unit}>{unit}</span>}
      {comparison && (
        <span className={`${css.comparison} ${toneText[comparison.tone]}`}>
          {comparison.icon && <Icon name={comparison.icon} size="s" />}
          {comparison.text}
        </span>
      )}
    </>
  );
  return href ? (
    <a className={css.stat} href={href}>
      {content}
    </a>
  ) : (
    <div className={css.stat}>{content}</div>
  );
}
