import { describe, expect, it } from "vitest";
import { planogram } from "~server/contract/entities/planograms";
import { INTENT } from "~server/contract/form-bounds";
import type { FormControl } from "~/resource/form-control";
import { mistakesOf } from "~/resource/form-mistakes";
import { placeOfMistakes, rowIntent } from "~/resource/form-place.server";

const control = (name: string, label: string, more: Partial<FormControl> = {}): FormControl => ({
  ...{ name, label, type: "text", required: false },
  ...more,
});
const CONTROLS = [
  control("name", "Назва"),
  control("cells", "Комірки", {
    type: "rows",
    known: "cell",
    columns: [control("cell", "Комірка"), control("recipe", "Товар"), control("price", "Ціна")],
  }),
];
const cells = (...names: string[]) => ({ cells: names.map((cell) => ({ cell })) });
const told = (allErrors: Record<string, string[]>, initialValue: Record<string, unknown> = {}) =>
  mistakesOf({ id: "record", allErrors, initialValue }, CONTROLS, "Рядок");

describe("what is wrong with a form", () => {
  it("is told with a link to its field, by the row's own name", () => {
    expect(told({ "": ["Спробуйте ще"], name: ["Обов’язкове поле", "Не менше 2 знаків"] })).toEqual([
      { id: undefined, text: "Спробуйте ще" },
      { id: "record-name", text: "Назва: Обов’язкове поле. Не менше 2 знаків" },
    ]);
    expect(told({ "cells[1].price": ["Некоректне значення"] }, cells("11", "12"))).toEqual([
      { id: "record-cells[1].price", text: "Комірка 12, Ціна: Некоректне значення" },
    ]);
    expect(told({ cells: ["Немає рецептів"] })).toEqual([{ id: "record-cells", text: "Комірки: Немає рецептів" }]);
  });

  it("is told once for all rows, each with its link", () => {
    const errors = {
      "cells[0].recipe": ["Обов’язкове"],
      "cells[0].price": ["Інше"],
      "cells[2].recipe": ["Обов’язкове"],
    };
    expect(told(errors, cells("11", "12", "13"))).toEqual([
      {
        text: "Товар: Обов’язкове",
        rows: [
          { id: "record-cells[0].recipe", text: "Комірка 11" },
          { id: "record-cells[2].recipe", text: "Комірка 13" },
        ],
      },
      { id: "record-cells[0].price", text: "Комірка 11, Ціна: Інше" },
    ]);
  });

  it("names rows by their place where their own name is empty or another's", () => {
    const texts = (...names: string[]) =>
      told(Object.fromEntries(names.map((_, row) => [`cells[${row}].price`, ["Ні"]])), cells(...names))[0]?.rows?.map(
        ({ text }) => text,
      );
    expect(texts("11", "11 ", "", "12")).toEqual(["Рядок 1", "Рядок 2", "Рядок 3", "Комірка 12"]);
    // Whatever came back in place of rows.
    for (const value of [undefined, "x", ["x", null], [{ cell: {} }]])
      expect(told({ "cells[0].price": ["Ні"] }, { cells: value })[0]?.text).toBe("Рядок 1, Ціна: Ні");
  });
});

describe("where a person goes on", () => {
  const asking = (intent: string, rows: number) => {
    const form = new FormData();
    for (let row = 0; row < rows; row++) form.append(`cells[${row}].price`, "1");
    form.append(INTENT, intent);
    return rowIntent(planogram, form)?.place;
  };
  const removal = (index: number, name = "cells") => JSON.stringify({ type: "remove", payload: { name, index } });

  it("is the new row", () => {
    const insertion = JSON.stringify({ type: "insert", payload: { name: "cells" } });
    expect(asking(insertion, 0)).toBe("cells[0].cell");
    expect(asking(insertion, 2)).toBe("cells[2].cell");
  });

  it("is the row in the place of the one that was removed, the last one, or the list", () => {
    expect(asking(removal(1), 3)).toBe("cells[1].cell");
    expect(asking(removal(2), 3)).toBe("cells[1].cell");
    expect(asking(removal(0), 1)).toBe("cells");
  });

  it("is nowhere for what no button of ours says", () => {
    for (const intent of [
      "",
      "{",
      "null",
      removal(0, "name"),
      removal(0, "__proto__"),
      '{"type":"insert"}',
      '{"type":"move"}',
    ])
      expect(asking(intent, 2)).toBeUndefined();
  });

  it("is the only mistake, or what tells of several", () => {
    expect(placeOfMistakes({})).toBeUndefined();
    expect(placeOfMistakes({ "cells[3].price": ["?"] })).toBe("cells[3].price");
    expect(placeOfMistakes({ name: ["?"], "cells[3].price": ["?"] })).toBe("");
  });
});
