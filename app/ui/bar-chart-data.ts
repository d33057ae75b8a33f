import { scaleLinear } from "d3-scale";
import { line as lineOf } from "d3-shape";

/** A chart ready to be drawn: plain data that a loader can send. */
export interface BarChartData {
  /** Names of the stacked series, the lowest first; at most four. */
  series: readonly string[];
  bars: readonly Bar[];
  /** Labels of the grid lines from zero up, evenly spaced; the last is the top of the chart. */
  ticks: readonly string[];
  /** What the bars are compared with: an SVG path over a square of 100, and each value in words. */
  line?: { label: string; path: string; texts: readonly string[] };
  /** What unfolds the values as a table: where nothing points, by keyboard and by touch, and they are what the bars say. */
  inTable: string;
}

export interface Bar {
  /** Under the bar: "03.05". */
  label: string;
  /** Heights of the stacked parts as shares of the chart, in the order of `series`. */
  shares: readonly number[];
  /** Values of the parts in words, in the order of `series`. */
  texts: readonly string[];
  /** The least place in which the label stands under the bar, by `PLACES`; without one it is only told. */
  labelFrom?: number | undefined;
}

export interface BarChartSource {
  series: readonly string[];
  bars: readonly { label: string; values: readonly number[] }[];
  /** One value for each bar, drawn as a line above them, which stops where there is none. */
  line?: { label: string; values: readonly (number | null)[] } | undefined;
  inTable: string;
  /** Words of a value, for tooltips and the table. */
  format: (value: number) => string;
  /** Words of a grid line, where there is less room; `format` without it. */
  formatTick?: (value: number) => string;
}

const GRID_LINES = 5;

/** Prepares a chart on the server: scale, shares, path and words. Negative values count as zero. */
export function barChartData(source: BarChartSource): BarChartData {
  const { series, bars, line, inTable, format, formatTick = format } = source;
  const highest = Math.max(
    0,
    ...bars.map(({ values }) => sum(values)),
    ...(line?.values ?? []).map((value) => value ?? 0),
  );
  const height = scaleLinear()
    .domain([0, highest || 1])
    .nice(GRID_LINES);
  const [, top = 1] = height.domain();
  const places = labelPlaces(bars.map(({ label }) => label));
  return {
    series,
    inTable,
    bars: bars.map(({ label, values }, index) => ({
      label,
      labelFrom: places[index],
      shares: values.map((value) => round(Math.max(0, value) / top)),
      texts: values.map(format),
    })),
    // Where all is nought there is no scale to read.
    ticks: highest ? height.ticks(GRID_LINES).map(formatTick) : [formatTick(0), ""],
    ...(line && {
      line: {
        label: line.label,
        path: pathOf(line.values, top),
        texts: line.values.map((value) => (value === null ? "—" : format(value))),
      },
    }),
  };
}

/** The least room of bars, in px: on a phone, beside a menu, and on a wide screen. Labels are hidden by the same names (bar-chart.css.ts). */
const PLACES = [240, 400, 800] as const;
/** Of small text, in px: a letter at its widest on average, and what parts two labels. */
const [LETTER, GAP] = [6.5, 8];
const MOST_LABELS = 10;

/** Of each bar the least place in which its label neither runs into the next nor out of the chart; what is shown in one is shown in wider ones, too. */
function labelPlaces(labels: readonly string[]): (number | undefined)[] {
  const longest = Math.max(0, ...labels.map((label) => label.length)) * LETTER + GAP;
  const steps: number[] = [];
  for (const room of PLACES.toReversed()) {
    const step = steps[0] ?? 1;
    const most = Math.max(1, Math.min(MOST_LABELS, Math.floor(room / longest)));
    steps.unshift(step * Math.ceil(labels.length / step / most));
  }
  return labels.map((_, index) => {
    const left = (index + 0.5) / labels.length;
    const place = PLACES.findIndex(
      (room, at) => index % (steps[at] ?? 1) === 0 && (1 - left) * room >= (longest - GAP) / 2 - GAP,
    );
    return place < 0 ? undefined : place;
  });
}

/** Through the middle of each bar. */
function pathOf(values: readonly (number | null)[], top: number): string {
  const draw = lineOf<number | null>()
    .defined((value) => value !== null)
    .x((_, index) => ((index + 0.5) * 100) / values.length)
    .y((value) => 100 - (Math.max(0, value ?? 0) * 100) / top)
    .digits(2);
  return draw(values) ?? "";
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + Math.max(0, value), 0);
}

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
