import { read } from "../call";
import { dashboardSchema } from "../sales";

export const dashboard = read({
  path: "/dashboard",
  needs: "login",
  does: "Sales of five periods, the last 30 days, machines by status, of what the person may see",
  answer: dashboardSchema,
});
