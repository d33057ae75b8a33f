import { defineEntity } from "../define-entity";
import { day, decimal, text } from "../fields";

/** What one of a foreign currency comes to in hryvnias, from a day until the next rate of it. */
export const currencyRate = defineEntity({
  name: "currency_rate",
  api: "/currency_rates",
  paths: { list: "/currency_rates", create: "/currency_rates/create", view: "/currency_rates/view/{id}" },
  permission: "REPORT_FINANCE",
  title: "currency",
  fields: {
    currency: text({ required: true, max: 3, format: "currency", hint: true }),
    /** Hryvnias for one. */
    rate: decimal({ scale: 6, min: 0.000001, max: 1_000_000, required: true, hint: true }),
    from_day: day({ required: true, hint: true, exclusive: true }),
    /** Whose rate it is. */
    note: text({ max: 200 }),
  },
  importsBy: ["currency", "from_day"],
  changes: ["note"],
  sections: [{ name: "main", fields: ["currency", "rate", "from_day", "note"] }],
  list: {
    columns: ["currency", "rate", "from_day", "note"],
    search: ["currency"],
    sort: "-from_day",
    filters: ["currency", "from_day", "rate"],
  },
});
