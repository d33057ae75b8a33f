import { hidden } from "~/theme/shared.css";
import { classes } from "~/ui/class-names";
import * as css from "./timeline-chart.css";

export interface Piece {
  x: number;
  width: number;
  tone: keyof typeof css.piece;
  text: string;
}
export interface Lane {
  key: string;
  label: string;
  summary: string;
  pieces: readonly Piece[];
}
export interface TimelineModel {
  label: string;
  lanes: readonly Lane[];
  sales: {
    label: string;
    summary: string;
    bars: readonly { x: number; width: number; height: number; text: string }[];
  };
  temperature: { label: string; summary: string; lines: readonly string[]; texts: readonly string[] } | null;
  /** What is known of each of the equal parts of the time, in lines. */
  parts: readonly string[];
  ticks: readonly { x: number; text: string }[];
  inTable: string;
}

const percent = (value: number) => `${value}%`;
const LINES = [css.line[0], css.line[1], css.line[2], css.line[3]];

/**
 * What a machine went through, drawn in time: a lane each, which is summed up under its name. What a part of the time
 * knows is told when it is pointed at, touched, or reached by arrow keys, as in other charts; a table has every value.
 */
export function TimelineChart({ model }: { model: TimelineModel }) {
  const { label: caption, lanes, sales, temperature, parts, ticks, inTable } = model;
  const told = [
    ...lanes.map(({ label, pieces }) => ({ label, texts: pieces.map(({ text }) => text) })),
    ...(temperature ? [temperature] : []),
    { label: sales.label, texts: sales.bars.map(({ text }) => text) },
  ];
  return (
    <figure className={css.chart}>
      <div className={css.drawing}>
        <fieldset className={css.parts}>
          <legend className={hidden}>{caption}</legend>
          {parts.map((text, index) => (
            <label key={text} className={index < parts.length / 2 ? undefined : css.endsHere}>
              <input type="radio" name="part" />
              <span className={css.told}>{text}</span>
            </label>
          ))}
        </fieldset>
        {lanes.map(({ key, label, summary, pieces }) => (
          <div key={key} className={css.lane}>
            <div>
              <strong>{label}</strong>
              <span>{summary}</span>
            </div>
            <svg className={css.band} aria-hidden="true">
              {pieces.map(({ x, width, tone }, index) => (
                <rect key={index} className={css.piece[tone]} x={percent(x)} width={percent(width)} height="100%" />
              ))}
            </svg>
          </div>
        ))}
        {temperature && (
          <div className={css.lane}>
            <div>
              <strong>{temperature.label}</strong>
              <span>{temperature.summary}</span>
            </div>
            <svg
              className={classes(css.band, css.high)}
              viewBox="0 -4 1000 108"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              {temperature.lines.map((points, index) => (
                <polyline key={index} className={LINES[index % LINES.length]} points={points} />
              ))}
            </svg>
          </div>
        )}
        <div className={css.lane}>
          <div>
            <strong>{sales.label}</strong>
            <span>{sales.summary}</span>
          </div>
          <svg className={classes(css.band, css.high)} aria-hidden="true">
            {sales.bars.map(({ x, width, height }) => (
              <rect
                key={x}
                className={css.bar}
                x={percent(x)}
                y={percent(100 - height)}
                width={percent(width)}
                height={percent(height)}
              />
            ))}
          </svg>
        </div>
        <div className={css.lane} aria-hidden="true">
          <div />
          <svg className={css.axis}>
            {ticks.map(({ x, text }, index) => (
              <text key={x} className={index % 2 ? css.roomy : undefined} x={percent(x)} y="12">
                {text}
              </text>
            ))}
          </svg>
        </div>
      </div>
      <details className={css.values}>
        <summary>{inTable}</summary>
        <table>
          <tbody>
            {told.flatMap(({ label, texts }) =>
              texts.map((text) => (
                <tr key={label + text}>
                  <th scope="row">{label}</th>
                  <td>{text}</td>
                </tr>
              )),
            )}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
