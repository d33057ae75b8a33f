import { exportNeedsLoader } from "./export.server";

/** Needs as a file. */
export const loader = exportNeedsLoader;
