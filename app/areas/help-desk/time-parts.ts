/** Time spent as it is shown and corrected, the largest part first; `seconds`: how long one of it is. */
export const TIME_PARTS = [
  { name: "days", seconds: 86_400 },
  { name: "hours", seconds: 3_600 },
  { name: "minutes", seconds: 60 },
  { name: "seconds", seconds: 1 },
] as const;
export type TimePart = (typeof TIME_PARTS)[number]["name"];

/** Seconds taken apart. */
export function partsOf(seconds: number): { name: TimePart; value: number }[] {
  let left = seconds;
  return TIME_PARTS.map(({ name, seconds: size }) => {
    const value = Math.floor(left / size);
    left -= value * size;
    return { name, value };
  });
}
