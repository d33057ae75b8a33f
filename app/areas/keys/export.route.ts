import { exportMovesLoader } from "./export.server";

/** Movements of a key wallet as a file. */
export const loader = exportMovesLoader;
