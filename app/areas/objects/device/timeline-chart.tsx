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
  lanes: readonly Lane[];
  sales: {
    label: string;
    summary: string;
    bars: readonly { x: number; width: number; height: number; text: string }[];
  };
  temperature: { label: string; summary: string; lines: readonly string[]; texts: readonly string[] } | null;
  ticks: readonly { x: number; text: string }[];
  inTable: string;
}

const percent = (value: number) => `${value}%`;
const LINES = [css.line[0], css.line[1], css.line[2], css.line[3]];

/** What a machine went through, drawn in time: a lane each, which is summed up under its name; a table has every value. */
export function TimelineChart({ model: { lanes, sales, temperature, ticks, inTable } }: { model: TimelineModel }) {
  const told = [
    ...lanes.map(({ label, pieces }) => ({ label, texts: pieces.map(({ text }) => text) })),
    ...(temperature ? [temperature] : []),
    { label: sales.label, texts: sales.bars.map(({ text }) => text) },
  ];
  return (
    <figure className={css.chart}>
      {lanes.map(({ key, label, summary, pieces }) => (
        <div key={key} className={css.lane}>
          <div>
            <strong>{label}</strong>
            <span>{summary}</span>
          </div>
          <svg className={css.band} aria-hidden="true">
            {pieces.map(({ x, width, tone, text }, index) => (
              <rect key={index} className={css.piece[tone]} x={percent(x)} width={percent(width)} height="100%">
                <title>{text}</title>
              </rect>
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
          {sales.bars.map(({ x, width, height, text }) => (
            <rect
              key={x}
              className={css.bar}
              x={percent(x)}
              y={percent(100 - height)}
              width={percent(width)}
              height={percent(height)}
            >
              <title>{text}</title>
            </rect>
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
