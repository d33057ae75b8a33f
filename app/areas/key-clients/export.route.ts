import { exportStatementLoader } from "./export.server";

/** The statement of a key client as a file. */
export const loader = exportStatementLoader;
