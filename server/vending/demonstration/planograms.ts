import { type Model, type Recipe, RECIPES } from "./catalogue";

export interface Cell {
  selection: string;
  recipe: Recipe;
  /** Kopecks. */
  price: number;
  capacity: number;
}

export interface Planogram {
  key: string;
  name: string;
  /** Only machines of this model; null for any. */
  model: string | null;
  description: string | null;
  cells: readonly Cell[];
}

function recipeOf(key: string): Recipe {
  const recipe = RECIPES.find((one) => one.key === key);
  if (!recipe) throw new Error(`no recipe ${key}`);
  return recipe;
}

/** Prices stand in whole hryvnias. */
const priceAt = (level: number, { price }: Recipe): number => Math.round((price * level) / 100) * 100;

/** Hot drinks have buttons 1, 2, 3 …; a machine makes as many as its cups last. */
const drinks = (level: number, keys: string): Cell[] =>
  keys.split(" ").map((key, index) => ({
    selection: String(index + 1),
    recipe: recipeOf(key),
    price: priceAt(level, recipeOf(key)),
    capacity: 200,
  }));

const SPIRALS_ON_A_SHELF = 6;

/** Spirals are numbered by shelf and place: 11 … 16, 21 … */
const spirals = (level: number, keys: string): Cell[] =>
  keys.split(" ").map((key, index) => ({
    selection: String(10 * (1 + Math.floor(index / SPIRALS_ON_A_SHELF)) + 1 + (index % SPIRALS_ON_A_SHELF)),
    recipe: recipeOf(key),
    price: priceAt(level, recipeOf(key)),
    capacity: index < 2 * SPIRALS_ON_A_SHELF ? 12 : 8,
  }));

const NINE = "espresso americano americano_milk cappuccino latte cortado chocolate cocoa tea";

const SPIRALS_24 =
  "crisps crisps_cream crisps rusks nuts crisps_cream bar bar nut_bar wafer biscuits croissant bar nut_bar croissant sandwich sandwich biscuits water water sparkling cola juice energy";

export const PLANOGRAMS: readonly Planogram[] = [
  {
    key: "office",
    name: "Кава · офіси",
    model: null,
    description: "Базові ціни, десять напоїв.",
    cells: drinks(1, `${NINE} mocha`),
  },
  {
    key: "road",
    name: "Кава · вокзали та АЗС",
    model: null,
    description: "Повне меню, ціни на 20 % вищі за базові.",
    cells: drinks(1.2, `${NINE} double mocha flat_white`),
  },
  {
    key: "social",
    name: "Кава · лікарні й університети",
    model: null,
    description: "Ціни погоджено з орендодавцями.",
    cells: drinks(0.93, NINE),
  },
  { key: "home", name: "Кава · спорт і житло", model: null, description: null, cells: drinks(1.05, `${NINE} double`) },
  {
    key: "tabletop",
    name: "Настільні кавомашини",
    model: null,
    description: "Дев’ять напоїв на сенсорному екрані.",
    cells: drinks(1, NINE),
  },
  {
    key: "snack",
    name: "Снеки · 24 спіралі",
    model: "Snakky Max",
    description: null,
    cells: spirals(1, SPIRALS_24),
  },
  {
    key: "snack_station",
    name: "Снеки · вокзали, 30 спіралей",
    model: null,
    description: "Більше води та сендвічів, ціни на 12 % вищі за базові.",
    cells: spirals(
      1.12,
      "crisps crisps_cream crisps rusks nuts nuts bar bar nut_bar nut_bar wafer biscuits croissant croissant bar sandwich sandwich sandwich water water water sparkling sparkling juice cola cola cola energy energy juice",
    ),
  },
  {
    key: "snack_sport",
    name: "Снеки · спортзали",
    model: null,
    description: "Батончики, горіхи та напої.",
    cells: spirals(
      1.05,
      "nuts nuts nut_bar nut_bar nut_bar bar bar biscuits croissant sandwich sandwich rusks water water water water sparkling sparkling energy energy energy juice juice cola",
    ),
  },
  {
    key: "snack_others",
    name: "Снеки · 24 спіралі, інші моделі",
    model: null,
    description: null,
    cells: spirals(1, SPIRALS_24),
  },
];

export function planogramNamed(key: string): Planogram {
  const planogram = PLANOGRAMS.find((one) => one.key === key);
  if (!planogram) throw new Error(`no planogram ${key}`);
  return planogram;
}

/** What a machine of a model sells at a kind of place; a planogram that is for one model is no other model's. */
export function planogramFor({ name, type }: Pick<Model, "name" | "type">, kind: string): Planogram {
  if (type === "COFFEE_TABLETOP") return planogramNamed("tabletop");
  const keys: Record<string, [coffee: string, snack: string]> = {
    OFFICE: ["office", "snack"],
    HOSPITAL: ["social", "snack"],
    UNIVERSITY: ["social", "snack"],
    STATION: ["road", "snack_station"],
    PETROL: ["road", "snack_station"],
    GYM: ["home", "snack_sport"],
    HOME: ["home", "snack"],
  };
  const [coffee, snack] = keys[kind] ?? ["office", "snack"];
  const planogram = planogramNamed(type === "COFFEE" ? coffee : snack);
  return planogram.model === null || planogram.model === name ? planogram : planogramNamed("snack_others");
}
