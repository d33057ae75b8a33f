import { createRequire } from "node:module";
import type { BarChartData } from "~/ui/bar-chart-data";

/** A chart as a picture, for mail programs draw no SVG. Sizes in px of the mail; it is drawn twice as large. */
const SIZE = { width: 640, height: 300, left: 76, right: 12, top: 34, bottom: 30 };
const SCALE = 2;
const COLOURS = ["#2563a8", "#4aa3a2", "#d98c2b", "#8a63b3"];
const INK = "#1c2430";
const LINE = "#d9dee5";
const DASHED = `stroke="${INK}" stroke-width="1.5" stroke-dasharray="4 3"`;
/** The path of a line is drawn over a square of so much. */
const SQUARE = 100;
const POINT = /([\d.]+),([\d.]+)/g;
/** Containers have no fonts of their own, and this one has Cyrillic. */
const FONT = "DejaVu Sans";
const fontFile = () => createRequire(import.meta.url).resolve("dejavu-fonts-ttf/ttf/DejaVuSans.ttf");

/** PNG of a chart. */
export async function chartPicture(data: BarChartData): Promise<Buffer> {
  const { renderAsync } = await import("@resvg/resvg-js");
  const image = await renderAsync(chartSvg(data), {
    fitTo: { mode: "zoom", value: SCALE },
    font: { loadSystemFonts: false, fontFiles: [fontFile()], defaultFontFamily: FONT },
  });
  return image.asPng();
}

/** The chart with everything in attributes. */
export function chartSvg({ series, bars, ticks, line }: BarChartData): string {
  const { width, height, left, right, top, bottom } = SIZE;
  const [plotWidth, plotHeight] = [width - left - right, height - top - bottom];
  const slot = plotWidth / Math.max(1, bars.length);
  const levelOf = (share: number) => top + plotHeight * (1 - share);
  const grid = ticks.map((tick, index) => {
    const y = levelOf(index / Math.max(1, ticks.length - 1));
    return `<path d="M${left} ${y}H${width - right}" stroke="${LINE}"/>${textAt(left - 8, y + 4, tick, "end")}`;
  });
  const drawn = bars.flatMap(({ shares }, index) => {
    let level = 0;
    return shares.map((share, part) => {
      level += share;
      const x = left + (index + 0.14) * slot;
      return `<rect x="${round(x)}" y="${round(levelOf(level))}" width="${round(slot * 0.72)}" height="${round(plotHeight * share)}" fill="${COLOURS[part] ?? INK}"/>`;
    });
  });
  const every = Math.ceil(bars.length / 8);
  const labels = bars.map(({ label }, index) =>
    index % every ? "" : textAt(round(left + (index + 0.5) * slot), height - 10, label, "middle"),
  );
  const at = (x: number, y: number) =>
    `${round(left + (x * plotWidth) / SQUARE)},${round(top + (y * plotHeight) / SQUARE)}`;
  const compared = line
    ? `<path d="${line.path.replace(POINT, (_, x, y) => at(Number(x), Number(y)))}" fill="none" ${DASHED}/>`
    : "";
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${FONT}" font-size="12" fill="${INK}"><rect width="${width}" height="${height}" fill="#ffffff"/>${[...grid, ...drawn, compared, ...labels, legend(series, line?.label)].join("")}</svg>`;
}

/** Names of the series in a row, the line last; a letter is about 7 px wide. */
function legend(series: readonly string[], line: string | undefined): string {
  let x = SIZE.left;
  return [...series, ...(line === undefined ? [] : [line])]
    .map((name, index) => {
      const at = x;
      x += 34 + name.length * 7;
      const colour = COLOURS[index] ?? INK;
      const sign =
        index < series.length
          ? `<rect x="${at}" y="10" width="10" height="10" fill="${colour}"/>`
          : `<path d="M${at - 6} 15h16" ${DASHED}/>`;
      return `${sign}${textAt(at + 15, 20, name, "start")}`;
    })
    .join("");
}

const textAt = (x: number, y: number, text: string, anchor: "start" | "middle" | "end") =>
  `<text x="${x}" y="${round(y)}" text-anchor="${anchor}">${escaped(text)}</text>`;
const round = (value: number) => Math.round(value * 100) / 100;
const SIGNS: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };
const escaped = (text: string) => text.replace(/[<>&"]/g, (sign) => SIGNS[sign] ?? sign).replace(/\p{Cc}/gu, " ");
