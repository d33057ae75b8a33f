import { exportReportLoader } from "./export.server";

/** Every row of a report as a file. */
export const loader = exportReportLoader;
