import type { CutName } from "~server/contract/reports/cuts";
import type { FilterName } from "~server/contract/reports/filters";
import type { Report } from "~server/contract/reports/report";
import { instantOf } from "~server/vending/time";
import { type Facts, lastOf, type Sold } from "./report-facts";
import { type Figure, figureOf, type Lines, saysSomething } from "./report-figures";
import { isOpen, type Limits, seesDevice, seesLocation, standing } from "./report-sight";
import { beginOf, daysBetween, daysIn, monthsBetween, type Span, type Step } from "./report-days";

export interface Asked {
  step: Step | undefined;
  filters: Partial<Record<FilterName, readonly string[]>>;
  period: Span;
  compared: Span | null;
}
type Key = string | number | null;
type Cuts = Partial<Record<CutName, Key>>;
export interface Row {
  cuts: Cuts;
  figures: Record<string, Figure>;
  before: Record<string, Figure> | null;
}

const NONE = "none";
const ref = (of: (sold: Sold) => number | null) => (sold: Sold, value: string) => String(of(sold) ?? NONE) === value;
const locationOf = (facts: Facts, { place }: Sold) => facts.locations.find(({ id }) => id === place.location_id);
const deviceOf = (facts: Facts, sold: Sold) => facts.devices.find(({ id }) => id === sold.device_id);
const modelOf = (facts: Facts, sold: Sold) => facts.models.find(({ id }) => id === deviceOf(facts, sold)?.model_id);

/** Whether a vend passes a value of a filter. */
const PASSES: Record<
  Exclude<
    FilterName,
    | "source"
    | "ingredient"
    | "ingredient_type"
    | "key"
    | "client"
    | "batch"
    | "key_move"
    | "payment_state"
    | "payment_stage"
    | "payment_counter"
    | "provider"
    | "payback_state"
  >,
  (sold: Sold, value: string, facts: Facts) => boolean
> = {
  company: ref(({ place }) => place.company_id),
  project: ref(({ place }) => place.project_id),
  location: ref(({ place }) => place.location_id),
  location_group: ref(({ place }) => place.location_group_id),
  division: ref(({ place }) => place.division_id),
  crew: ref(({ place }) => place.crew_id),
  recipe: ref(({ recipe }) => recipe),
  device: ref(({ device_id }) => device_id),
  franchise: ({ place }, value, facts) => {
    if (place.franchise_id === null || value === NONE) return String(place.franchise_id ?? NONE) === value;
    for (let at: number | null = place.franchise_id; at !== null; ) {
      if (String(at) === value) return true;
      at = facts.franchises.find(({ id }) => id === at)?.parent_id ?? null;
    }
    return false;
  },
  region: (sold, value, facts) => locationOf(facts, sold)?.region === value,
  city: (sold, value, facts) => locationOf(facts, sold)?.city.toLowerCase().includes(value.toLowerCase()) ?? false,
  device_type: (sold, value, facts) => deviceOf(facts, sold)?.device_type === value,
  ownership: (sold, value, facts) => deviceOf(facts, sold)?.ownership_type === value,
  model: (sold, value, facts) => String(modelOf(facts, sold)?.id) === value,
  manufacturer: (sold, value, facts) => String(modelOf(facts, sold)?.manufacturer_id) === value,
};
const isFilter = (name: string): name is keyof typeof PASSES => Object.hasOwn(PASSES, name);

const KEYS: Partial<Record<CutName, (sold: Sold, facts: Facts) => Key>> = {
  device: ({ device_id }) => device_id,
  location: ({ place }) => place.location_id,
  project: ({ place }) => place.project_id,
  planogram: ({ place }) => place.planogram_id,
  company: ({ place }) => place.company_id,
  franchise: ({ place }) => place.franchise_id,
  division: ({ place }) => place.division_id,
  location_group: ({ place }) => place.location_group_id,
  crew: ({ place }) => place.crew_id,
  city: (sold, facts) => locationOf(facts, sold)?.city ?? null,
  region: (sold, facts) => locationOf(facts, sold)?.region ?? null,
  recipe: ({ recipe }) => recipe,
  selection: ({ recipe, selection }) => (recipe === null ? selection : null),
  product: ({ product }) => product,
};

const NOT_SHIFTED = { months: 0, days: 0 };
const firstOf = ({ rows: [first = "span"] }: Report): CutName => first;

/** Vends that filters leave of those that somebody sees. */
export const seenOf = (facts: Facts, { filters }: Pick<Asked, "filters">, limits: Limits): Sold[] =>
  facts.sold.filter(
    (sold) =>
      isOpen(limits, standing(sold.place, sold.device_id)) &&
      Object.entries(filters).every(
        ([filter, values]) =>
          !isFilter(filter) || !values?.length || values.some((value) => PASSES[filter](sold, value, facts)),
      ),
  );

/** A report as single vends have it: every row, and the total. */
export function truthOf(
  facts: Facts,
  report: Report,
  asked: Asked,
  limits: Limits,
): { rows: Row[]; total: Omit<Row, "cuts">; subtotals: Row[] } {
  const { step = "day", period, compared } = asked;
  const seen = seenOf(facts, asked, limits);
  const of = ({ from, to }: Span) => seen.filter(({ day }) => day >= from && day <= to);
  const months = compared && step === "month" ? monthsBetween(compared.from, period.from) : 0;
  const days = compared && step !== "month" ? daysBetween(compared.from, period.from) : 0;
  const keysOf = (sold: Sold, isBefore: boolean) =>
    report.rows.map((cut) => {
      if (cut === "span") return beginOf(step, sold.day, isBefore ? { months, days } : NOT_SHIFTED);
      const key = KEYS[cut];
      if (!key) throw new Error(`no truth for rows by ${cut}`);
      return key(sold, facts);
    });
  const now = of(period).map((sold) => ({ sold, keys: keysOf(sold, false) }));
  const then = compared ? of(compared).map((sold) => ({ sold, keys: keysOf(sold, true) })) : null;
  const chosen = asked.filters.source ?? [];
  const figures = (lines: typeof now, keys: readonly Key[] | null): Record<string, Figure> => {
    const among = (count: number) =>
      lines
        .filter((line) => !keys || line.keys.slice(0, count).every((key, n) => key === keys[n]))
        .map(({ sold }) => sold);
    const own: Lines = { own: among(report.rows.length), all: among(0), first: among(1), chosen };
    if (keys) own.all = lines.map(({ sold }) => sold);
    const recipe = keys ? keys[report.rows.indexOf("recipe")] : null;
    // What planograms have is a thing of today: of another time nothing is said.
    const offered = typeof recipe === "number" && lines === now ? offeredBy(facts, limits, recipe) : null;
    return Object.fromEntries(report.measures.map((measure) => [measure, figureOf(measure, own, offered)]));
  };
  const both = (keys: readonly Key[] | null) => ({ figures: figures(now, keys), before: then && figures(then, keys) });
  const said = [...now, ...(then ?? [])].filter(({ sold }) => saysSomething(report, sold, chosen));
  // A day, week or month without sales is a row, too.
  const spans = report.rows.join() === "span" ? daysIn(period).map((day) => [beginOf(step, day, NOT_SHIFTED)]) : [];
  const keysSaid = [...spans, ...said.map(({ keys }) => keys)];
  const rows = [...new Map(keysSaid.map((keys) => [JSON.stringify(keys), keys])).values()].map((keys) => {
    const cuts: Cuts = Object.fromEntries(report.rows.map((cut, n) => [cut, keys[n] ?? null]));
    const beside = report.beside.map((cut): [CutName, Key] => [
      cut,
      besideOf(facts, limits, firstOf(report), cut, keys[0] ?? null, period.to),
    ]);
    return { cuts: { ...cuts, ...Object.fromEntries(beside) }, ...both(keys) };
  });
  const all = (lines: typeof now) => lines.map(({ sold }) => sold);
  /** Of a cut alone: the first one has its own sum for what is first, any other that of everything. */
  const alone = (cut: number, key: Key) => (lines: typeof now) => {
    const own = all(lines.filter(({ keys }) => keys[cut] === key));
    const found: Lines = { own, all: all(lines), first: cut === 0 ? own : all(lines), chosen };
    return Object.fromEntries(report.measures.map((measure) => [measure, figureOf(measure, found, null)]));
  };
  const subtotals = report.rows.flatMap((cut, n) =>
    [...new Set(rows.map(({ cuts }) => cuts[cut] ?? null))].map((key): Row => {
      const of = alone(n, key);
      const beside = n === 0 ? rows.find(({ cuts }) => (cuts[cut] ?? null) === key)?.cuts : undefined;
      const besides = report.beside.map((one): [CutName, Key] => [one, beside?.[one] ?? null]);
      return {
        cuts: { [cut]: key, ...(n === 0 ? Object.fromEntries(besides) : {}) },
        figures: of(now),
        before: then && of(then),
      };
    }),
  );
  return { rows, total: both(null), subtotals };
}

const offeredBy = (facts: Facts, limits: Limits, recipe: number) =>
  facts.devices.filter(
    (device) =>
      seesDevice(limits, device) &&
      facts.cells.some((cell) => cell.planogram_id === device.planogram_id && cell.recipe_id === recipe),
  ).length;

/** What is said of a machine, place or recipe besides; nothing of one that is out of sight. */
function besideOf(facts: Facts, limits: Limits, first: CutName, cut: CutName, key: Key, to: string): Key {
  if (first === "device") {
    const device = facts.devices.find(({ id }) => id === key);
    if (!device || !seesDevice(limits, device)) return null;
    const last = instantOf(`${to}T23:59:59.999`);
    const stood = lastOf(
      facts.placements.filter(({ device_id }) => device_id === key),
      last,
    );
    return (cut === "location" ? stood?.location_id : stood?.project_id) ?? null;
  }
  if (first === "location") {
    const location = facts.locations.find(({ id }) => id === key);
    if (!location || !seesLocation(facts, limits, location)) return null;
    return cut === "city" ? location.city : location.project_id;
  }
  if (first === "recipe" && cut === "item_number")
    return facts.recipes.find(({ id }) => id === key)?.item_number ?? null;
  throw new Error(`no truth for the ${cut} of a ${first}`);
}
