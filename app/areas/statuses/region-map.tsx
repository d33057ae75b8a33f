import { Icon } from "~/ui/icon";
import * as css from "./statuses.css";
import { COLUMNS, ROWS } from "./tiles";

export interface RegionTile {
  code: string;
  href: string;
  current: boolean;
  tone: keyof typeof css.ground;
  total: string;
  /** Machines offline, marked; empty where there are none. */
  mark: string;
  /** Everything the tile says, in words. */
  words: string;
  place: readonly [column: number, row: number];
}

const SIZE = 44;
const GAP = 4;

/** The country by region: a link for each, with how many machines stand there and how many of them are offline; a mouse over it is told the region's name. */
export function RegionMap({
  label,
  note,
  listLabel,
  tiles,
}: {
  label: string;
  note: string;
  listLabel: string;
  tiles: readonly RegionTile[];
}) {
  return (
    <>
      <svg className={css.map} viewBox={`0 0 ${COLUMNS * SIZE} ${ROWS * SIZE}`} role="group" aria-label={label}>
        {tiles.map(({ code, href, current, tone, total, mark, words, place: [column, row] }) => (
          <a
            key={code}
            className={css.ground[tone]}
            href={href}
            aria-label={words}
            aria-current={current ? "true" : undefined}
          >
            <title>{words}</title>
            <rect x={column * SIZE + GAP / 2} y={row * SIZE + GAP / 2} width={SIZE - GAP} height={SIZE - GAP} rx="5" />
            <text x={column * SIZE + SIZE / 2} y={row * SIZE + 13}>
              {code}
            </text>
            <text className={css.total} x={column * SIZE + SIZE / 2} y={row * SIZE + 28}>
              {total}
            </text>
            {mark && (
              <text x={column * SIZE + SIZE / 2} y={row * SIZE + 39}>
                {mark}
              </text>
            )}
          </a>
        ))}
      </svg>
      <p className={css.note}>{note}</p>
      <details>
        <summary className={css.opener}>
          {listLabel}
          <Icon name="chevron-down" size="s" />
        </summary>
        <ul className={css.names}>
          {tiles.map(({ code, href, words }) => (
            <li key={code}>
              <a href={href}>{words}</a>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
