import { keysTemplateLoader } from "./template.server";

/** A file about many keys, to be filled in. */
export const loader = keysTemplateLoader;
