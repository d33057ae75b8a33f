/** A machine's face: its shelves from the top, each of the places of its cells from the left. */
export interface Places {
  /** Places that a shelf has at most. */
  columns: number;
  /** Which of the cells stands at a place, by its index; null where the face has none. */
  shelves: (number | null)[][];
}

/** More places than this are not told apart on a screen: a longer shelf takes several lines. */
export const MOST_COLUMNS = 12;
/** Widths of a face whose cells are only counted, the wide ones first. */
const WIDTHS = [6, 5, 4, 3];
const WIDE = [10, 9, 8, 7, 6];
/** Cells above which a face is wide. */
const MANY = 36;

interface Numbered {
  index: number;
  /** Shelves are told apart and put in order by it. */
  shelf: string;
  at: number;
}

/**
 * Where cells stand by their numbers, as makers number them: "A1" … "F9" and "11" … "69" tell the shelf and the place
 * on it; "1" … "12" only count. Each cell stands somewhere: those whose number tells nothing, or that of another cell,
 * below all others. `perShelf`: how wide the model's shelves are, where it is known.
 */
export function placesOf(cells: readonly string[], perShelf?: number | null): Places {
  const numbers = cells.map((cell) => cell.trim().toUpperCase());
  const isCounted = numbers.some((number) => /^0?\d$/.test(number));
  const taken = new Set<string>();
  const placed: Numbered[] = [];
  const others: number[] = [];
  for (const [index, number] of numbers.entries()) {
    const told = toldBy(number, isCounted);
    const key = told && `${told.shelf} ${told.at}`;
    if (!told || key === undefined || taken.has(key)) others.push(index);
    else {
      taken.add(key);
      placed.push({ index, ...told });
    }
  }
  const counted = placed.filter(({ shelf }) => shelf === "").sort((one, other) => one.at - other.at);
  const onShelves = shelvesOf(placed.filter(({ shelf }) => shelf !== ""));
  const width = perShelf || Math.max(0, ...onShelves.map((shelf) => shelf.length));
  const shelves = [
    ...inLines(
      counted.map(({ index }) => index),
      width,
    ),
    ...onShelves,
    ...inLines(others, width),
  ];
  return { columns: Math.max(1, ...shelves.map((shelf) => shelf.length)), shelves };
}

/** The shelf and the place that a number tells; shelf "": it counts cells. */
function toldBy(number: string, isCounted: boolean): Omit<Numbered, "index"> | undefined {
  const [, letters, after] = /^(\p{L}{1,2})[ .-]?(\d{1,3})$/u.exec(number) ?? [];
  if (letters !== undefined) return { shelf: `9${letters}`, at: Number(after) };
  if (!/^\d{1,4}$/.test(number)) return undefined;
  if (isCounted) return { shelf: "", at: Number(number) };
  // The last digit is the place, of longer numbers the last two.
  const place = number.length > 2 ? 2 : 1;
  return { shelf: `${number.length}${number.slice(0, -place)}`, at: Number(number.slice(-place)) };
}

/** Cells by shelf. All shelves share their columns, so that what stands below each other is drawn so, unless that takes too many. */
function shelvesOf(cells: readonly Numbered[]): (number | null)[][] {
  const columns = [...new Set(cells.map(({ at }) => at))].sort((one, other) => one - other);
  const shelves = new Map<string, Numbered[]>();
  for (const cell of cells) shelves.set(cell.shelf, [...(shelves.get(cell.shelf) ?? []), cell]);
  return [...shelves]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, shelf]) => {
      const inOrder = shelf.sort((one, other) => one.at - other.at);
      if (columns.length > MOST_COLUMNS)
        return lines(
          inOrder.map(({ index }) => index),
          MOST_COLUMNS,
        );
      const last = columns.indexOf(inOrder.at(-1)?.at ?? 0);
      return [columns.slice(0, last + 1).map((at) => inOrder.find((cell) => cell.at === at)?.index ?? null)];
    });
}

/** Cells that are only counted, as wide as the shelves that there are, or so that the last line is as full as may be. */
function inLines(cells: readonly number[], shelf: number): number[][] {
  const empty = (width: number) => (width - (cells.length % width)) % width;
  const [first = 1, ...rest] = cells.length > MANY ? WIDE : WIDTHS;
  const best = rest.reduce((found, width) => (empty(width) < empty(found) ? width : found), first);
  return lines(cells, shelf || Math.min(best, Math.max(1, cells.length)));
}

const lines = (cells: readonly number[], width: number): number[][] =>
  Array.from({ length: Math.ceil(cells.length / width) }, (_, line) => cells.slice(line * width, (line + 1) * width));
