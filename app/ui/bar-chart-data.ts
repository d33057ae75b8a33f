/** A chart ready to be drawn: plain data that a loader can send. */
export interface BarChartData {
  /** Names of the stacked series, the lowest first; at most four. */
  series: readonly string[];
  bars: readonly Bar[];
  /** Labels of the grid lines from zero up, evenly spaced; the last is the top of the chart. */
  ticks: readonly string[];
}

export interface Bar {
  /** Under the bar: "03.05". */
  label: string;
  /** Heights of the stacked parts as shares of the chart, in the order of `series`. */
  shares: readonly number[];
  /** Values of the parts in words, in the order of `series`. */
  texts: readonly string[];
}

export interface BarChartSource {
  series: readonly string[];
  bars: readonly { label: string; values: readonly number[] }[];
  /** Words of a value, for tooltips and the table. */
  format: (value: number) => string;
  /** Words of a grid line, where there is less room; `format` without it. */
  formatTick?: (value: number) => string;
}

/** Prepares a chart on the server: scale, shares and words. Negative values count as zero. */
export function barChartData({ series, bars, format, formatTick = format }: BarChartSource): BarChartData {
  const highest = Math.max(0, ...bars.map(({ values }) => sum(values)));
  const step = niceStep(highest / 5);
  const count = Math.max(1, Math.ceil(highest / step));
  const top = step * count;
  return {
    series,
    bars: bars.map(({ label, values }) => ({
      label,
      shares: values.map((value) => round(Math.max(0, value) / top)),
      texts: values.map(format),
    })),
    ticks: Array.from({ length: count + 1 }, (_, index) => formatTick(step * index)),
  };
}

/** The next of 1, 2, 2.5, 5, 10 … at or above the given number. */
function niceStep(atLeast: number): number {
  if (atLeast <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(atLeast));
  const factor = [1, 2, 2.5, 5, 10].find((candidate) => candidate * power >= atLeast) ?? 10;
  return factor * power;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + Math.max(0, value), 0);
}

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
