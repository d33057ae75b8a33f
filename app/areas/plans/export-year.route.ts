import { exportPlanYearLoader } from "./export.server";

/** Plans of a year as a file. */
export const loader = exportPlanYearLoader;
