import { templateLoader } from "./template.server";

/** A file to be filled in and imported. */
export const loader = templateLoader;
