import type { DEVICE_TYPES, INGREDIENT_TYPES, INGREDIENT_UNITS, PRICE_TYPES } from "~server/contract/enums";

export type MachineType = Extract<(typeof DEVICE_TYPES)[number], "COFFEE" | "COFFEE_TABLETOP" | "SNACK">;

/** Makers with the first three letters of their serial numbers. */
export const MANUFACTURERS = [
  { name: "Necta", serial_prefix: "NEC", country: "Італія" },
  { name: "Rhea Vendors", serial_prefix: "RHE", country: "Італія" },
  { name: "Saeco", serial_prefix: "SAE", country: "Італія" },
  { name: "Jofemar", serial_prefix: "JOF", country: "Іспанія" },
  { name: "Azkoyen", serial_prefix: "AZK", country: "Іспанія" },
] as const;

export interface Model {
  name: string;
  maker: string;
  type: MachineType;
  cells: number;
  serviceVends: number;
  build: string;
}

/** How many cells of a machine stand side by side. */
export const PER_SHELF: Readonly<Record<MachineType, number>> = { COFFEE: 4, COFFEE_TABLETOP: 3, SNACK: 6 };

export const MODELS: readonly Model[] = [
  { name: "Canto Plus", maker: "NEC", type: "COFFEE", cells: 12, serviceVends: 10_000, build: "V2.60" },
  { name: "Luce X2", maker: "RHE", type: "COFFEE", cells: 12, serviceVends: 10_000, build: "6.14" },
  { name: "Cristallo Evo 400", maker: "SAE", type: "COFFEE", cells: 12, serviceVends: 8_000, build: "4.3" },
  { name: "Coffeemar G250", maker: "JOF", type: "COFFEE", cells: 12, serviceVends: 7_500, build: "03.01" },
  { name: "Krea Touch", maker: "NEC", type: "COFFEE_TABLETOP", cells: 9, serviceVends: 5_000, build: "V1.12" },
  { name: "Phedra Evo", maker: "SAE", type: "COFFEE_TABLETOP", cells: 9, serviceVends: 5_000, build: "3.8" },
  { name: "Vitro S4", maker: "AZK", type: "COFFEE_TABLETOP", cells: 9, serviceVends: 5_000, build: "2.07" },
  { name: "Snakky Max", maker: "NEC", type: "SNACK", cells: 30, serviceVends: 10_000, build: "V5.1" },
  { name: "Vision ES Plus", maker: "JOF", type: "SNACK", cells: 30, serviceVends: 10_000, build: "7.22" },
  { name: "Palma H70", maker: "AZK", type: "SNACK", cells: 30, serviceVends: 10_000, build: "1.31" },
];

/** What a bunker holds of each ingredient of a type, by type of machine: g, ml, pieces. */
export const BUNKERS: Readonly<Partial<Record<MachineType, readonly [(typeof INGREDIENT_TYPES)[number], number][]>>> = {
  COFFEE: [
    ["DRY", 3_000],
    ["UNIT", 650],
  ],
  COFFEE_TABLETOP: [
    ["DRY", 1_800],
    ["LIQUID", 19_000],
    ["UNIT", 300],
  ],
};

interface Ingredient {
  name: string;
  type: (typeof INGREDIENT_TYPES)[number];
  unit: (typeof INGREDIENT_UNITS)[number];
  price_type: (typeof PRICE_TYPES)[number];
  /** Kopecks for one piece, 100 g or 100 ml, as `price_type` says. */
  price: number;
  pack_count?: number;
  weight?: number;
  volume?: number;
}

const dry = (name: string, price: number, weight: number): Ingredient => ({
  name,
  type: "DRY",
  unit: "G",
  price_type: "PER_100_G",
  price,
  weight,
  volume: 2 * weight,
});
const piece = (name: string, price: number, pack: number, weight: number, volume: number): Ingredient => ({
  name,
  type: "UNIT",
  unit: "PC",
  price_type: "PER_PIECE",
  price,
  pack_count: pack,
  weight,
  volume,
});

/** What drinks are made of. */
const SUPPLIES: Record<string, Ingredient> = {
  beans: dry("Кава в зернах «Еспресо бленд»", 6_500, 1_000),
  milk: dry("Молоко сухе гранульоване", 2_500, 500),
  chocolate: dry("Шоколад розчинний", 2_300, 1_000),
  sugar: dry("Цукор", 360, 2_000),
  tea: dry("Чай розчинний з лимоном", 1_800, 1_000),
  water: { name: "Вода питна", type: "LIQUID", unit: "ML", price_type: "PER_100_ML", price: 15, volume: 18_900 },
  cup: piece("Стаканчик паперовий 165 мл", 220, 100, 420, 5_500),
  stirrer: piece("Мішалка 105 мм", 25, 1_000, 900, 3_000),
};

export interface Recipe {
  key: string;
  name: string;
  itemNumber: number;
  /** Ingredient and how much of its unit. */
  ingredients: [ingredient: string, quantity: number][];
  /** Kopecks, before a planogram's level. */
  price: number;
  kind: "drink" | "snack";
}

interface Portion {
  water: number;
  beans?: number;
  milk?: number;
  chocolate?: number;
  tea?: number;
  sugar?: number;
}

function drink(itemNumber: number, key: string, name: string, price: number, portion: Portion): Recipe {
  const { beans, water, milk, chocolate, tea, sugar } = portion;
  const amounts: [string, number | undefined][] = [
    ["beans", beans],
    ["water", water],
    ["milk", milk],
    ["chocolate", chocolate],
    ["tea", tea],
    ["sugar", sugar],
    ["cup", 1],
    ["stirrer", 1],
  ];
  const ingredients = amounts.flatMap(([ingredient, quantity]): [string, number][] =>
    quantity ? [[ingredient, quantity]] : [],
  );
  return { key, name, itemNumber, ingredients, price, kind: "drink" };
}

const DRINKS: readonly Recipe[] = [
  drink(101, "espresso", "Еспресо", 2_500, { beans: 7.5, water: 40, sugar: 4 }),
  drink(102, "americano", "Американо", 3_000, { beans: 7.5, water: 130, sugar: 5 }),
  drink(103, "americano_milk", "Американо з молоком", 3_500, { beans: 7.5, water: 130, milk: 5, sugar: 5 }),
  drink(104, "cappuccino", "Капучино", 4_200, { beans: 7.5, water: 120, milk: 12, sugar: 5 }),
  drink(105, "latte", "Лате", 4_400, { beans: 7.5, water: 130, milk: 15, sugar: 5 }),
  drink(106, "cortado", "Кортадо", 3_800, { beans: 7.5, water: 90, milk: 8, sugar: 4 }),
  drink(107, "chocolate", "Гарячий шоколад", 4_300, { water: 140, milk: 5, chocolate: 22 }),
  drink(108, "cocoa", "Какао", 3_800, { water: 140, milk: 8, chocolate: 16, sugar: 5 }),
  drink(109, "tea", "Чай з лимоном", 2_000, { water: 170, tea: 12, sugar: 6 }),
  drink(110, "double", "Подвійне еспресо", 3_700, { beans: 15, water: 70, sugar: 4 }),
  drink(111, "mocha", "Мокачино", 4_600, { beans: 7.5, water: 120, milk: 8, chocolate: 12, sugar: 4 }),
  drink(112, "flat_white", "Флет-вайт", 4_500, { beans: 15, water: 90, milk: 10, sugar: 4 }),
];

/** Key, name, price and cost in kopecks, pieces in a box, and how well it sells. */
const SNACKS: readonly [key: string, name: string, price: number, cost: number, pack: number, demand: number][] = [
  ["bar", "Батончик шоколадний 50 г", 3_800, 1_900, 40, 14],
  ["nut_bar", "Батончик горіховий 45 г", 4_200, 2_100, 36, 10],
  ["wafer", "Вафлі з какао 60 г", 3_200, 1_500, 30, 6],
  ["biscuits", "Печиво вівсяне 80 г", 3_600, 1_650, 24, 6],
  ["croissant", "Круасан із шоколадом 65 г", 4_500, 2_200, 30, 9],
  ["crisps", "Чипси із сіллю 60 г", 4_800, 2_400, 22, 8],
  ["crisps_cream", "Чипси зі сметаною 60 г", 5_000, 2_450, 22, 8],
  ["rusks", "Сухарики житні 70 г", 3_000, 1_350, 30, 5],
  ["nuts", "Арахіс солоний 60 г", 4_900, 2_500, 30, 4],
  ["water", "Вода негазована 0,5 л", 2_500, 1_100, 12, 15],
  ["sparkling", "Вода газована 0,5 л", 2_500, 1_100, 12, 9],
  ["cola", "Кола 0,5 л", 4_200, 2_150, 12, 12],
  ["juice", "Сік яблучний 0,33 л", 3_900, 1_950, 12, 5],
  ["energy", "Енергетик 0,25 л", 5_000, 2_700, 24, 9],
  ["sandwich", "Сендвіч із куркою 140 г", 8_900, 4_900, 10, 6],
];

/** What its name says that a piece has, in grams; a litre weighs a kilogram. */
function gramsOf(name: string): number {
  const [, size = "0", unit] = /([\d,]+) (г|л)$/.exec(name) ?? [];
  return Math.round(Number(size.replace(",", ".")) * (unit === "л" ? 1_000 : 1));
}

const snackIngredient = (key: string): string => `snack ${key}`;

export const INGREDIENTS: Readonly<Record<string, Ingredient>> = {
  ...SUPPLIES,
  ...Object.fromEntries(
    SNACKS.map(([key, name, , cost, pack]): [string, Ingredient] => [
      snackIngredient(key),
      {
        ...{ name, type: "SNACK", unit: "PC", price_type: "PER_PIECE", price: cost, pack_count: pack },
        ...{ weight: pack * gramsOf(name), volume: pack * gramsOf(name) * 2 },
      },
    ]),
  ),
};

export const RECIPES: readonly Recipe[] = [
  ...DRINKS,
  ...SNACKS.map(
    ([key, name, price], index): Recipe => ({
      key,
      name,
      itemNumber: 201 + index,
      ingredients: [[snackIngredient(key), 1]],
      price,
      kind: "snack",
    }),
  ),
];

export const SNACK_DEMAND: Readonly<Record<string, number>> = Object.fromEntries(
  SNACKS.map(([key, , , , , demand]) => [key, demand]),
);
export const COLD_DRINKS: readonly string[] = ["water", "sparkling", "cola", "juice", "energy"];
