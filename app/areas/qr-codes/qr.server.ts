import { encode } from "uqr";

/** Modules of light around a code, by which readers know where it ends (ISO/IEC 18004). */
const QUIET = 4;

/** A QR code as the path of an SVG whose side is `size` units, a stroke one unit wide. */
export function qrPath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: "M", border: 0 });
  const path = data.map((row, y) => `M${QUIET} ${y + QUIET}.5${strokes(row)}`).join("");
  return { size: size + 2 * QUIET, path };
}

/** A row from its left end: strokes over what is dark, moves over what is light. */
const strokes = (row: readonly boolean[]): string =>
  (
    row
      .map((dark) => (dark ? "1" : "0"))
      .join("")
      .match(/1+|0+(?=1)/g) ?? []
  )
    .map((run) => (run.startsWith("1") ? `h${run.length}` : `m${run.length} 0`))
    .join("");
