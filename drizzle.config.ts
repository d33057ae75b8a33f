import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  schema: "./server/vending/tables/*.ts",
  out: "./server/vending/database/migrations",
});
