import { exportPlansLoader } from "./export.server";

/** Plans of a month as a file. */
export const loader = exportPlansLoader;
