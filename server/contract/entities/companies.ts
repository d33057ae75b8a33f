import { defineEntity } from "../entity";
import { text } from "../fields";

/** A company of the group that runs machines; users belong to one or more. */
export const company = defineEntity({
  name: "company",
  api: "/companies",
  paths: { list: "/companies", create: "/companies/create", view: "/companies/view/{id}" },
  permission: "COMPANY",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    phone: text({ max: 30, format: "phone" }),
    email: text({ max: 200, format: "email" }),
    note: text({ max: 1000, multiline: true }),
  },
  sections: [{ name: "main", fields: ["name", "phone", "email", "note"] }],
  list: { columns: ["name", "phone", "email", "note"], search: ["name", "email", "phone"], sort: "name", filters: ["name"] },
});
