import { Fragment } from "react";
import { hidden } from "~/theme/shared.css";
import { sideways } from "~/theme/sideways.css";
import { classes } from "./class-names";
import { type Cell, content } from "./data-cell";
import * as css from "./data-table.css";
import * as fold from "./data-table-fold.css";
import { Icon } from "./icon";

export interface Column {
  key: string;
  label: string;
  /** Numbers stand at the `end`. */
  align?: "start" | "end" | "center";
  /** `direction` is null when the list is not sorted by this column. */
  sort?: { href: string; direction: "asc" | "desc" | null };
  /** Where its heading leads, where nothing is sorted by it. */
  href?: string;
  /** What stands in the second lines of its cells, each with what sorts by it. */
  below?: readonly Pick<Column, "label" | "sort">[] | undefined;
  /** On a small screen its cells come first below the row's name: what the list is looked at for. */
  brief?: boolean;
}

export interface Row {
  id: string;
  /** The first cell becomes a link to it. */
  href?: string;
  /** One for each column. */
  cells: readonly Cell[];
  /** Quieter: hidden, blocked or past. */
  muted?: boolean;
  /** The sum of some rows. */
  isSum?: boolean;
  /** Accessible name of the row's checkbox; without it the row cannot be chosen. */
  selectLabel?: string;
  /** It was chosen already: in a form that is drawn again. */
  selected?: boolean | undefined;
}

export interface DataTableProps {
  /** Says what the table holds; also names the scrolling region. */
  caption: string;
  columns: readonly Column[];
  rows: readonly Row[];
  /** Second lines and long words wrap as narrow as they must, so that the table fits beside something. */
  wraps?: boolean;
  /** Lines as low as their words let them be, all of them in the page: a screen that is looked at as a whole. */
  low?: boolean;
  /** Many columns: less room between them, and headings in several lines. */
  dense?: boolean;
  /** Totals, one cell for each column. */
  foot?: readonly Cell[];
  /** A checkbox in each row: `name` of the inputs, whose value is the row id, a name for their column, and for the box by which scripts tick them all. */
  selection?: { name: string; label: string; all?: string; form?: string };
}

const ARIA_SORT = { asc: "ascending", desc: "descending" } as const;

/** A list of things. On a small screen each is a block of lines; where there is more room, it scrolls inside itself when it is wider than the page. */
export function DataTable({ caption, columns, rows, wraps, low, dense, foot, selection }: DataTableProps) {
  return (
    // A region that scrolls must be reachable with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={classes(css.scroll, low && css.whole)} aria-label={caption} tabIndex={0}>
      <table className={classes(css.table, wraps && css.wraps, low && css.low, dense && css.dense)}>
        <caption className={hidden}>{caption}</caption>
        <thead>
          <tr className={sideways}>
            {selection && (
              <th scope="col" className={css.narrow}>
                <span className={hidden}>{selection.label}</span>
                {selection.all && (
                  <label className={css.tick} hidden>
                    <input type="checkbox" data-all aria-label={selection.all} />
                  </label>
                )}
              </th>
            )}
            {columns.map(head)}
          </tr>
        </thead>
        <tbody>{rows.map((row) => line(row, columns, selection))}</tbody>
        {foot && (
          <tfoot>
            <tr>
              {selection && <td />}
              {foot.map((cell, index) => place(cell, index, columns[index]))}
            </tr>
          </tfoot>
        )}
      </table>
    </section>
  );
}

// Plain functions, not components: fifty rows of ten cells are rendered on every request.

function head({ key, label, align = "start", sort, href, below = [] }: Column, index: number) {
  const direction = [sort, ...below.map((one) => one.sort)].find((one) => one?.direction)?.direction;
  return (
    <th
      key={key}
      scope="col"
      className={classes(css.align[align], index === 0 && css.first)}
      aria-sort={direction ? ARIA_SORT[direction] : undefined}
    >
      {href ? <a href={href}>{label}</a> : sorted({ label, sort })}
      {below.map((one) => (
        <Fragment key={one.label}>{sorted(one)}</Fragment>
      ))}
    </th>
  );
}

function sorted({ label, sort }: Pick<Column, "label" | "sort">) {
  if (!sort) return label;
  const { href, direction } = sort;
  return (
    <a href={href} className={classes(css.sort, direction && css.sorted)}>
      {label}
      {direction ? (
        <Icon name={direction === "asc" ? "sort-up" : "sort-down"} size="s" />
      ) : (
        <i className={css.noArrow} />
      )}
    </a>
  );
}

/** A cell of a line's own columns. On a small screen it says whose value it is, and where it has none it is left out. */
function place(cell: Cell, index: number, { key, label, align, brief }: Partial<Column> = {}) {
  const { text, badge, hint, hints, inputs, buttons, strip } = cell;
  const isNone = index > 0 && (text === "—" || !text) && !(hint || hints || inputs || buttons || strip);
  return (
    <td
      key={key ?? index}
      className={classes(align && css.align[align], index === 0 && css.first, isNone ? fold.none : brief && fold.brief)}
      data-label={isNone || badge || index === 0 ? undefined : label}
    >
      {content(cell)}
    </td>
  );
}

function line(
  { id, href, cells, muted, isSum, selectLabel, selected }: Row,
  columns: readonly Column[],
  selection: DataTableProps["selection"],
) {
  return (
    <tr key={id} className={muted ? css.mutedRow : isSum ? css.sumRow : undefined}>
      {selection && (
        <td>
          {selectLabel && (
            <label className={css.tick}>
              <input
                type="checkbox"
                name={selection.name}
                value={id}
                form={selection.form}
                aria-label={selectLabel}
                defaultChecked={selected}
              />
            </label>
          )}
        </td>
      )}
      {cells.map((cell, index) => {
        const { key = index, align } = columns[index] ?? {};
        return index === 0 ? (
          <th key={key} scope="row" className={classes(css.first, align && css.align[align])}>
            {content(cell, href)}
          </th>
        ) : (
          place(cell, index, columns[index])
        );
      })}
    </tr>
  );
}
