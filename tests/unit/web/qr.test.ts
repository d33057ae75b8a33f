import { encode } from "uqr";
import { expect, it } from "vitest";
import { qrPath } from "~/areas/qr-codes/qr.server";

/** What is dark when a path is drawn, row by row; a stroke lies in the middle of its row. */
function drawn({ size, path }: ReturnType<typeof qrPath>): boolean[][] {
  const dark = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x0 = "", y = "", steps = ""] of path.matchAll(/M(\d+) (\d+)\.5([^M]*)/g)) {
    let x = Number(x0);
    for (const [, kind, length = ""] of steps.matchAll(/([hm])(\d+)/g)) {
      const row = dark[Number(y)];
      if (kind === "h") for (let at = x; at < x + Number(length); at += 1) if (row) row[at] = true;
      x += Number(length);
    }
  }
  return dark;
}

it.each(["0123456789ABCDEF", "SUMMER-2026", "код клієнта", "x".repeat(64), "12345678"])(
  "a code is drawn as it is, with light around it: %s",
  (text) => {
    const { data, size } = encode(text, { ecc: "M", border: 0 });
    const shown = drawn(qrPath(text));
    expect(shown).toHaveLength(size + 8);
    expect(shown.slice(4, -4).map((row) => row.slice(4, -4))).toEqual(data);
    const around = [
      ...shown.slice(0, 4),
      ...shown.slice(-4),
      ...shown.map((row) => [...row.slice(0, 4), ...row.slice(-4)]),
    ];
    expect(around.flat().some(Boolean)).toBe(false);
  },
);
