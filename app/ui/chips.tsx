import { screenOnly } from "~/theme/print.css";
import * as css from "./chips.css";
import { Icon } from "./icon";
import { VisuallyHidden } from "./visually-hidden";

export interface Chip {
  /** "Status: offline". */
  label: string;
  /** The same page without this filter. */
  href: string;
}

export interface ChipsProps {
  /** Names the list: "Filters in use". */
  label: string;
  /** Said before each chip by screen readers: "Remove filter". */
  removeLabel: string;
  chips: readonly Chip[];
  clear?: { label: string; href: string };
}

/** The filters in use; following one removes it. Shows nothing when there are none. */
export function Chips({ label, removeLabel, chips, clear }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul className={css.chips} aria-label={label}>
      {chips.map((chip) => (
        <li key={chip.label}>
          <a className={css.chip} href={chip.href}>
            <VisuallyHidden>{`${removeLabel}: `}</VisuallyHidden>
            {chip.label}
            <Icon name="close" size="s" />
          </a>
        </li>
      ))}
      {clear && (
        <li className={screenOnly}>
          <a href={clear.href}>{clear.label}</a>
        </li>
      )}
    </ul>
  );
}
