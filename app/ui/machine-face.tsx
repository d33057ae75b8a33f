import { classes } from "./class-names";
import { placesOf } from "./face-places";
import { Icon } from "./icon";
import * as css from "./machine-face.css";
import { TONE_ICON } from "./notice";
import { bar, fill } from "./progress-bar.css";
import type { Tone } from "./tone";
import { toneText } from "./tone.css";

/** A cell of a machine, as a person before its glass knows it. */
export interface FaceCell {
  /** By which it is chosen; it tells where the cell stands. */
  number: string;
  /** In place of a number where there is none. */
  unnumbered?: string;
  product: string;
  price?: string | undefined;
  /** How much is there: in words, and as a share of what it holds where that is known. */
  level?: { text: string; share?: number; tone: Tone } | undefined;
  /** What else is to be known of it, each with an icon of its tone. */
  marks?: readonly { text: string; tone: Tone }[];
  href?: string;
}

export interface MachineFaceProps {
  /** What the drawing is, for who does not see it. */
  label: string;
  /** Names of its shelves, from the top. */
  shelf(number: number): string;
  cells: readonly FaceCell[];
  /** How many stand on a shelf, where the model says so. */
  perShelf?: number | null | undefined;
}

/** A machine's face, drawn by the server: its shelves from the top, on each its cells; lists for who does not see them. */
export function MachineFace({ label, shelf, cells, perShelf }: MachineFaceProps) {
  const { columns, shelves } = placesOf(
    cells.map(({ number }) => number),
    perShelf,
  );
  return (
    <div role="group" className={classes(css.face, css.columns[columns])} aria-label={label}>
      <ol className={css.shelves}>
        {shelves.map((places, line) => (
          <li key={line}>
            <div role="group" aria-label={shelf(line + 1)}>
              <ol className={css.shelf}>
                {places.map((index, place) => {
                  const cell = index === null ? undefined : cells[index];
                  return cell ? (
                    <Cell key={place} cell={cell} />
                  ) : (
                    <li key={place} className={css.gap} aria-hidden="true" />
                  );
                })}
              </ol>
            </div>
          </li>
        ))}
      </ol>
    </div>
  );
}

function Cell({ cell: { number, unnumbered, product, price, level, marks = [], href } }: { cell: FaceCell }) {
  const worst = WORST.find((tone) => level?.tone === tone || marks.some((mark) => mark.tone === tone));
  const content = (
    <>
      <span className={css.head}>
        <strong>{number || unnumbered}</strong> {price && <span>{price}</span>}
      </span>{" "}
      <span className={css.product}>{product}</span>{" "}
      {level && (
        <span className={css.level}>
          <Toned tone={level.tone}>{level.text}</Toned>
          {level.share !== undefined && <Bar share={level.share} tone={level.tone} />}
        </span>
      )}
      {marks.map(({ text, tone }) => (
        <Toned key={text} tone={tone}>
          {text}
        </Toned>
      ))}
    </>
  );
  return (
    <li className={classes(css.cell, worst && css.worst[worst])}>
      {href ? (
        <a className={css.content} href={href}>
          {content}
        </a>
      ) : (
        <div className={css.content}>{content}</div>
      )}
    </li>
  );
}

/** Tones that a cell is framed in. */
const WORST = ["bad", "warn"] as const;

/** Words with the icon of their tone, where that says more than that all is well. */
function Toned({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={classes(css.toned, toneText[tone === "ok" ? "neutral" : tone])}>
      {(tone === "bad" || tone === "warn") && <Icon name={TONE_ICON[tone]} size="s" />}
      {children}
    </span>
  );
}

function Bar({ share, tone }: { share: number; tone: Tone }) {
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <svg className={bar} aria-hidden="true">
      <rect className={fill[tone]} width={`${percent}%`} height="100%" />
    </svg>
  );
}
