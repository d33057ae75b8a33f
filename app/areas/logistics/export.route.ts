import { exportLinesLoader } from "./lines.server";

/** Lines of the stock ledger as a file. */
export const loader = exportLinesLoader;
