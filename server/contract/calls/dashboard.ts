import { read } from "../call";
import { firstStepsSchema } from "../first-steps";
import { dashboardSchema } from "../sales";

export const dashboard = read({
  path: "/dashboard",
  needs: "login",
  does: "Sales of five periods, the last 30 days, machines by status, of what the person may see",
  answer: dashboardSchema,
});

export const firstSteps = read({
  path: "/first_steps",
  needs: "login",
  does: "What a new installation still needs before it sells",
  answer: firstStepsSchema,
});
