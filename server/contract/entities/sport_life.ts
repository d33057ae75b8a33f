import { defineEntity, defineSingleton } from "../define-entity";
import { day, flag, integer, moment, ref, rows, text } from "../fields";

const percent = integer({ required: true, min: 1, max: 100, unit: "percent" });

/** A key of a sports club's employee, with discounts of its own. */
export const sportLifeKey = defineEntity({
  name: "sport_life_key",
  api: "/sportlife/keys",
  paths: { list: "/sportlife/keys", create: "/sportlife/keys/create", view: "/sportlife/key/view/{id}" },
  permission: "SPORT_LIFE_EMPLOYEES",
  sportLife: true,
  title: "full_name",
  about: ["number"],
  fields: {
    full_name: text({ required: true, max: 120 }),
    number: text({ required: true, max: 40 }),
    /** Whose system keeps it in step (`PUT /sport_life/employees`); none of those that people enter. */
    company: ref("company"),
    note: text({ max: 1000, multiline: true }),
    discounts: rows({ recipe: ref("recipe", { required: true }), percent }, { empty: "required", unique: "recipe" }),
    blocked: flag({ readOnly: true }),
    /** At a machine in sight. */
    last_use: moment({ derived: true }),
  },
  imports: ["number", "full_name", "blocked", "discounts"],
  changes: ["note"],
  sections: [
    { name: "main", fields: ["full_name", "number", "company", "note"] },
    { name: "discounts", fields: ["discounts"] },
  ],
  list: {
    columns: ["full_name", "number", "company", "discounts", "blocked", "last_use", "note"],
    search: ["full_name", "number"],
    sort: "full_name",
    filters: ["number", "company", "discounts", "blocked"],
    scopes: [
      { name: "active", where: { blocked: "false" } },
      { name: "blocked", where: { blocked: "true" } },
    ],
    brief: ["number", "last_use"],
  },
  actions: [
    { name: "block", danger: true, when: { field: "blocked", is: false } },
    { name: "unblock", when: { field: "blocked", is: true } },
  ],
});

/** Discounts for everybody of the sports clubs: on one recipe, or on all where none is named. */
export const sportLifeDiscounts = defineSingleton({
  name: "sport_life_discounts",
  api: "/sportlife/discounts/general",
  path: "/sportlife/discounts/general",
  permission: "SPORT_LIFE_DISCOUNTS",
  sportLife: true,
  fields: {
    /** `valid_from` and `valid_to` are days of the discount themselves. */
    discounts: rows(
      { recipe: ref("recipe"), percent, valid_from: day(), valid_to: day() },
      { empty: "required", identified: true },
    ),
  },
  sections: [{ name: "discounts", fields: ["discounts"] }],
});
