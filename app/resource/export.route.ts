import { exportLoader } from "./export.server";

/** Every row of a list as a file. */
export const loader = exportLoader;
