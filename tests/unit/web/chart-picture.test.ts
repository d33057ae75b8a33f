import sharp from "sharp";
import { expect, it } from "vitest";
import { chartPicture, chartSvg } from "~/report/mail/picture.server";
import { barChartData } from "~/ui/bar-chart-data";

const chart = (labels: readonly string[], values: readonly number[], line?: string) =>
  barChartData({
    inTable: "Значення в таблиці",
    series: ["Готівка", "Безготівкові <&>"],
    bars: labels.map((label, index) => ({ label, values: [values[index] ?? 0, 100] })),
    ...(line && { line: { label: line, values } }),
    format: String,
  });

/** How many points of a picture are of each colour, as "r,g,b". */
async function coloursOf(png: Buffer) {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const counts = new Map<string, number>();
  for (let at = 0; at < data.length; at += 3) {
    const colour = [...data.subarray(at, at + 3)].join();
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  return { ...info, counts, drawn: info.width * info.height - (counts.get("255,255,255") ?? 0) };
}

it("draws bars as high as their values, without anything of the system", async () => {
  const [low, high] = await Promise.all(
    [
      [300, 200, 800],
      [600, 700, 800],
    ].map(async (values) => coloursOf(await chartPicture(chart(["1", "2", "3"], values)))),
  );
  expect([high?.width, high?.height]).toEqual([1280, 600]);
  const first = (one: typeof low) => one?.counts.get("37,99,168") ?? 0;
  // What is not of a bar is the square in the legend, of 20 by 20 points.
  expect((first(high) - 400) / (first(low) - 400)).toBeCloseTo(2100 / 1300, 1);
});

it.each(["6 трав.", "ґєїі", "1 sty", "May 6"])("draws the letters of %s", async (label) => {
  const points = async (text: string) => (await coloursOf(await chartPicture(chart([text], [300])))).drawn;
  const [none, some, twice] = [await points(""), await points(label), await points(`${label} ${label}`)];
  expect(some - none).toBeGreaterThan(100);
  expect(Math.abs((twice - none) / (some - none) - 2)).toBeLessThan(0.2);
  // Each letter has a shape of its own: none is the box of a missing one.
  const shapes = await Promise.all([...new Set(label.replace(/[^\p{L}\d]/gu, ""))].map(points));
  expect(new Set(shapes).size).toBe(shapes.length);
});

it("writes signs of markup as text", () => {
  const svg = chartSvg(chart(['<b>"&'], [1], "Лінія <"));
  expect(svg).toContain("&lt;b&gt;&quot;&amp;");
  expect(svg).not.toContain("<b>");
});

it("a chart of nothing has no scale but nought", () => {
  const empty = {
    inTable: "",
    series: ["a"],
    bars: [{ label: "1", values: [0] }],
    format: (value: number) => value.toFixed(0),
  };
  expect(barChartData(empty).ticks).toEqual(["0", ""]);
});

const labelsIn = (labels: readonly string[], place: number) =>
  chart(labels, []).bars.flatMap(({ label, labelFrom = 3 }) => (labelFrom <= place ? [label] : []));
const days = (of: string) => Array.from({ length: 30 }, (_, index) => `${index + 1} ${of}`);

it("the longer the labels of bars, the fewer of them stand on a phone, and none out of the chart", () => {
  expect(labelsIn(days("листопада"), 0)).toEqual(["1 листопада", "17 листопада"]);
  expect(labelsIn(days("лист."), 0)).toEqual(["1 лист.", "13 лист.", "25 лист."]);
  expect(labelsIn(days("лист."), 2)).toHaveLength(10);
  const weeks = Array.from({ length: 9 }, (_, index) => `${index + 1} Sept – 4 Oct`);
  expect(labelsIn(weeks, 0)).toEqual(["1 Sept – 4 Oct"]);
  expect(labelsIn(["1", "2", "3"], 0)).toEqual(["1", "2", "3"]);
  expect(labelsIn([], 0)).toEqual([]);
});
