import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  choice,
  choices,
  day,
  decimal,
  files,
  integer,
  money,
  ref,
  refs,
  rows,
  secret,
  shifts,
  text,
} from "~server/contract/fields";
import type { Field } from "~server/contract/field-kinds";
import { fieldSchema } from "~server/contract/field-schema";
import { inOrder, isShift, overlap, parseShifts, type Shift, writeShifts } from "~server/contract/shifts";
import errors from "../../locales/uk/errors.json";

const KEYS = Object.keys(errors).map((key) => key.replace(/_(one|few|many|other)$/, ""));
const required = { required: true } as const;

/** What people type, by kind: values that are read, with what they mean, and others with what is said about them. */
const KINDS: Record<
  string,
  { field: Field; right: [typed: string, means: unknown][]; wrong: Record<string, string[]> }
> = {
  "work shifts": {
    field: shifts(required),
    right: [
      ["08:00–12:30", [{ start: 480, end: 750 }]],
      [
        "22-6, 8.30 - 9",
        [
          { start: 510, end: 540 },
          { start: 1320, end: 360 },
        ],
      ],
      ["0-24", [{ start: 0, end: 1440 }]],
      ["00:00-00:00", [{ start: 0, end: 1440 }]],
    ],
    wrong: {
      incorrect: [
        "abc",
        "-",
        "–",
        "8",
        "08:00-",
        "-16:00",
        "08:00-16:75",
        "8:60-9",
        "25-26",
        "24:01-3",
        "8-8",
        "8:0-9",
        "8-16 x",
        "08:00 16:00",
        "1e1-2",
      ],
      no_shifts: ["", " ", ","],
      shifts_overlap: ["8-12, 11-13", "22-6, 5-7", "0-24, 1-2"],
    },
  },
  "a whole number": {
    field: integer({ ...required, min: 1, max: 99_999 }),
    right: [
      ["7", 7],
      [" 10 000 ", 10_000],
      ["10\u00a0000", 10_000],
    ],
    wrong: {
      incorrect: [
        "abc",
        "1.5",
        "1,5",
        "0.0000000001",
        "1e3",
        "0x10",
        "--1",
        "1-2",
        "٣",
        "Infinity",
        "NaN",
        "9".repeat(20),
      ],
      required: ["", "  "],
      "min_value|1": ["0", "-1"],
      "max_value|99999": ["100000"],
    },
  },
  "a coordinate": {
    field: decimal({ scale: 6, min: -90, max: 90 }),
    right: [
      ["50,450001", 50.450_001],
      ["-0.5", -0.5],
      ["", null],
    ],
    wrong: {
      incorrect: ["50.4500001", "50,45 N", "50°27′", "50.45,30.52", "1e1"],
      "min_value|-90": ["-90,1"],
      "max_value|90": ["91"],
    },
  },
  money: {
    field: money({ ...required, min: 1 }),
    right: [
      ["25,50", 2550],
      ["1 034.05", 103_405],
      ["99999999,99", 9_999_999_999],
    ],
    wrong: {
      incorrect: ["25,505", "25₴", "abc", "1,2,3", "0.0000000001"],
      required: [""],
      "min_value|0.01": ["0", "-1"],
      "max_value|100000000": ["100000001"],
    },
  },
  "a phone": {
    field: text({ max: 30, format: "phone" }),
    right: [
      ["050 111-22-33", "+380501112233"],
      ["380 (44) 111 22 33", "+380441112233"],
      ["", null],
    ],
    wrong: {
      incorrect: [
        "abc",
        "050111223",
        "05011122334",
        "+48501112233",
        "0101112233",
        "+380501112233 ext 5",
        "++380501112233",
      ],
    },
  },
  "a plate": {
    field: text({ ...required, max: 12, format: "plate" }),
    right: [
      ["аа 1234-вв", "AA1234BB"],
      ["AA1234XY", "AA1234XY"],
    ],
    wrong: {
      incorrect: ["1234AABB", "AA123BB", "AA12345BB", "ЖЖ1234ББ", "AA1234B", "AA1234BBC"],
      required: ["", "  "],
    },
  },
  "a card": {
    field: text({ ...required, max: 40, format: "rfid" }),
    right: [["04:a2:24-1b", "04A2241B"]],
    wrong: { incorrect: ["XYZ", "0xAB", "1".repeat(21)] },
  },
  "an e-mail": {
    field: text({ ...required, max: 200, format: "email" }),
    right: [[" Olena@Example.com ", "olena@example.com"]],
    wrong: { incorrect: ["olena", "olena@", "@example.com", "a b@example.com", "олена@example.com"] },
  },
  "an address": {
    field: text({ max: 500, format: "url" }),
    right: [["https://example.com/x?y=1", "https://example.com/x?y=1"]],
    wrong: {
      https_only: ["http://example.com", "javascript:alert(1)", "https://a:b@example.com", "example.com", "https://"],
    },
  },
  "a day": {
    field: day(required),
    right: [["2028-02-29", "2028-02-29"]],
    wrong: {
      incorrect: [
        "2027-02-29",
        "0000-01-01",
        "10000-01-01",
        "1899-12-31",
        "29.02.2028",
        "2028-2-9",
        "tomorrow",
        "2028-02-29T00:00",
      ],
      required: [""],
    },
  },
  digits: {
    field: secret({ ...required, min: 4, max: 8, format: "digits" }),
    right: [["1234", "1234"]],
    wrong: { digits_only: ["12a4", "12.4"], "min_length|4": ["123"], "max_length|8": ["123456789"] },
  },
  "a text": {
    field: text({ ...required, max: 5 }),
    right: [[" Кава ", "Кава"]],
    wrong: { incorrect: ["a\u0000b", "a\u001bb"], required: ["", "   "], "max_length|5": ["abcdef"] },
  },
  "a choice": {
    field: choice("x", ["A", "B"], required),
    right: [["A", "A"]],
    wrong: { incorrect: ["C", "a", "A "], required: [""] },
  },
  "a relation": {
    field: ref("recipe", required),
    right: [["5", 5]],
    wrong: { incorrect: ["abc", "0", "-1", "1.5", "2147483648", "5; drop"], required: [""] },
  },
};

describe.each(Object.entries(KINDS))("%s", (_, { field, right, wrong }) => {
  const schema = fieldSchema(field, "form");

  it.each(right)("is read from %j", (typed, means) => {
    expect(schema.parse(typed)).toEqual(means);
  });

  it.each(Object.entries(wrong).flatMap(([message, all]) => all.map((typed): [string, string] => [typed, message])))(
    "is not %j: %s",
    (typed, message) => {
      expect(schema.safeParse(typed).error?.issues.map((issue) => issue.message)).toContain(message);
    },
  );
});

const lists: Record<string, Field> = {
  choices: choices("x", ["A", "B"]),
  relations: refs("recipe"),
  files: files({ maxBytes: 1, most: 5 }),
  rows: rows({ quantity: integer(required), worked: shifts() }, { ...required, empty: "no_ingredients" }),
};
const fields = { ...Object.fromEntries(Object.entries(KINDS).map(([name, { field }]) => [name, field])), ...lists };

it.each(Object.entries(fields))("whatever stands for %s, what is said has a translation", (_, field) => {
  const schema = fieldSchema(field, "form");
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.anything()), (typed) => {
      const messages = schema.safeParse(typed).error?.issues.map((issue) => issue.message) ?? [];
      for (const message of messages) expect(KEYS).toContain(message.replace(/\|.*/, ""));
    }),
  );
});

it("several choices are all among the options", () => {
  const schema = fieldSchema(choices("x", ["A", "B"]), "form");
  expect(schema.safeParse(["A", "C"]).success).toBe(false);
  expect(schema.parse("A")).toEqual(["A"]);
});

it("a list says that it has too many rows", () => {
  const schema = fieldSchema(rows({ quantity: integer() }, { empty: "required" }), "form");
  expect(schema.safeParse(Array.from({ length: 501 }, () => ({}))).error?.issues[0]?.message).toBe("too_many_rows|500");
});

describe("shifts of any day", () => {
  const shift = fc
    .record({ start: fc.integer({ min: 0, max: 1439 }), end: fc.integer({ min: 1, max: 1440 }) })
    .filter(isShift);

  it("are read as they are written", () => {
    fc.assert(
      fc.property(fc.array(shift, { maxLength: 24 }), (list: Shift[]) => {
        expect(parseShifts(writeShifts(list))).toEqual(list);
      }),
    );
  });

  it("are read from no text that is none", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(..."0123456789:-–, ;.a") }), (typed) =>
        (parseShifts(typed) ?? []).every(isShift),
      ),
    );
  });

  it("overlap in whatever order they are told", () => {
    fc.assert(
      fc.property(fc.array(shift, { maxLength: 6 }), (list) => overlap(list) === overlap(inOrder(list).reverse())),
    );
  });
});
