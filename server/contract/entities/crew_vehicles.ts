import { defineEntity } from "../define-entity";
import { decimal, integer, ref, text } from "../fields";

/** What a crew drives. */
export const crewVehicle = defineEntity({
  name: "crew_vehicle",
  api: "/crew_vehicles",
  paths: { list: "/crew/vehicles", create: "/crew/vehicle/create", view: "/crew/vehicle/view/{id}" },
  permission: "CREW",
  title: "license_plate",
  fields: {
    license_plate: text({ required: true, max: 12, format: "plate", exclusive: true }),
    brand: text({ max: 120 }),
    max_load_weight: integer({ min: 0, max: 100_000, unit: "kg" }),
    volume: decimal({ scale: 2, min: 0, max: 1000, unit: "m3" }),
    crew: ref("crew"),
    note: text({ max: 1000, multiline: true }),
  },
  changes: ["crew", "brand", "max_load_weight", "volume", "note"],
  sections: [{ name: "main", fields: ["license_plate", "brand", "max_load_weight", "volume", "crew", "note"] }],
  related: ["crew"],
  list: {
    columns: ["license_plate", "brand", "max_load_weight", "volume", "crew", "note"],
    search: ["license_plate", "brand", "crew"],
    sort: "license_plate",
    filters: ["crew", "brand", "max_load_weight", "volume"],
  },
});
