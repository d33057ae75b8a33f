import { hidden } from "~/theme/shared.css";
import type { Bar, BarChartData } from "./bar-chart-data";
import * as css from "./bar-chart.css";
import { drawing, PLOT } from "./bar-chart.css";

export interface BarChartProps {
  /** What the chart shows; also the caption of its table. */
  caption: string;
  /** Head of the table's first column: "Day". */
  categoryLabel: string;
  data: BarChartData;
}

const SERIES_CLASS = [css.series[0], css.series[1], css.series[2], css.series[3]];
const LABEL_CLASS = [css.labelFrom[0], css.labelFrom[1], css.labelFrom[2]];

/**
 * Stacked bars drawn as SVG with percentages, so they fit any width. What a bar stands for is told when it is pointed at,
 * touched, or reached by arrow keys: bars are radio buttons, which need one Tab and no script. A table that is unfolded says it of all.
 */
export function BarChart({ caption, categoryLabel, data }: BarChartProps) {
  const { series, bars, ticks, line } = data;
  const slot = 100 / Math.max(1, bars.length);
  return (
    <figure className={css.chart}>
      {(series.length > 1 || line) && (
        <ul className={css.legend} aria-hidden="true">
          {series.map((name, index) => (
            <li key={name}>
              <svg>
                <rect className={SERIES_CLASS[index]} width="100%" height="100%" />
              </svg>
              {name}
            </li>
          ))}
          {line && (
            <li>
              <svg className={css.line} viewBox="0 0 10 10">
                <path d="M0,5H10" />
              </svg>
              {line.label}
            </li>
          )}
        </ul>
      )}
      <div className={css.plot}>
        <div className={css.ticks} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick}>{tick}</span>
          ))}
        </div>
        <div className={css.canvas}>
          <BarsInWords caption={caption} data={data} />
          <svg className={drawing} aria-hidden="true">
            {ticks.map((tick, index) => gridLine(tick, index / (ticks.length - 1)))}
            <svg y={PLOT.top} width="100%" height={PLOT.height}>
              {bars.map((bar, index) => drawBar(bar, index * slot, slot))}
            </svg>
            {line && (
              <svg
                className={css.line}
                y={PLOT.top}
                width="100%"
                height={PLOT.height}
                viewBox="0 0 100 100"
                preserveAspectRatio="none"
              >
                <path d={line.path} />
              </svg>
            )}
            {bars.map((bar, index) => axisLabel(bar, index, slot))}
          </svg>
        </div>
      </div>
      <details className={css.values}>
        <summary>{data.inTable}</summary>
        <DataInWords caption={caption} categoryLabel={categoryLabel} data={data} />
      </details>
    </figure>
  );
}

function gridLine(tick: string, share: number) {
  const y = PLOT.top + PLOT.height * (1 - share);
  return <line key={tick} x2="100%" y1={y} y2={y} />;
}

function drawBar({ shares }: Bar, left: number, slot: number) {
  let top = 1;
  return (
    <g key={left}>
      {shares.map((share, index) => {
        top -= share;
        return (
          <rect
            key={index}
            className={SERIES_CLASS[index]}
            x={percent(left + slot * 0.14)}
            width={percent(slot * 0.72)}
            y={percent(top * 100)}
            height={percent(share * 100)}
          />
        );
      })}
    </g>
  );
}

function axisLabel({ label, labelFrom }: Bar, index: number, slot: number) {
  return (
    labelFrom !== undefined && (
      <text key={index} x={percent((index + 0.5) * slot)} y={PLOT.total - 8} className={LABEL_CLASS[labelFrom]}>
        {label}
      </text>
    )
  );
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}

/** One over each bar; the words of those on the right end at their bar, so that they stay within the chart. */
function BarsInWords({ caption, data: { bars, series, line } }: Omit<BarChartProps, "categoryLabel">) {
  return (
    <fieldset className={css.bars}>
      <legend className={hidden}>{caption}</legend>
      {bars.map(({ label, texts }, index) => (
        <label key={label} className={index < bars.length / 2 ? undefined : css.endsHere}>
          <input type="radio" name={caption} />
          <span className={css.told}>
            {[
              label,
              ...series.map((name, of) => `${name}: ${texts[of] ?? ""}`),
              ...(line ? [`${line.label}: ${line.texts[index] ?? ""}`] : []),
            ].join("\n")}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function DataInWords({ caption, categoryLabel, data }: BarChartProps) {
  return (
    <table>
      <caption className={hidden}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{categoryLabel}</th>
          {data.series.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
          {data.line && <th scope="col">{data.line.label}</th>}
        </tr>
      </thead>
      <tbody>
        {data.bars.map(({ label, texts }, index) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {texts.map((text, of) => (
              <td key={data.series[of]}>{text}</td>
            ))}
            {data.line && <td>{data.line.texts[index]}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
