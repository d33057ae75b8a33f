import type { ReactNode } from "react";
import * as css from "./description-list.css";

export interface Description {
  label: string;
  value: ReactNode;
  /** Takes the whole width. */
  wide?: boolean;
}

/** Labels and values in as many columns as fit. Absent values show a dash. */
export function DescriptionList({ items }: { items: readonly Description[] }) {
  return (
    <dl className={css.list}>
      {items.map(({ label, value, wide }) => (
        <div key={label} className={wide ? css.wide : undefined}>
          <dt>{label}</dt>
          <dd>{value === null || value === undefined || value === "" ? "—" : value}</dd>
        </div>
      ))}
    </dl>
  );
}
