import { defineEntity } from "../define-entity";
import { ref, text } from "../fields";

/** A group of locations run together, e.g. one chain of petrol stations. */
export const project = defineEntity({
  name: "project",
  api: "/projects",
  paths: { list: "/projects", create: "/projects/create", view: "/projects/view/{id}" },
  permission: "PROJECT",
  title: "name",
  fields: {
    name: text({ required: true, max: 120 }),
    company: ref("company"),
    note: text({ max: 1000, multiline: true }),
  },
  changes: ["company", "note"],
  sections: [{ name: "main", fields: ["name", "company", "note"] }],
  dated: ["company"],
  tabs: ["summary", "data"],
  list: { columns: ["name", "company", "note"], search: ["name"], sort: "name", filters: ["company"] },
});
