import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** The one style sheet of the product, as the build left it. */
export interface StyleSheet {
  name: string;
  /** Address below which the browser may keep it for good; the name changes with the content. */
  href: string;
  text: string;
}

const FOLDER = path.resolve("build/client/assets");

let sheet: StyleSheet | undefined;

/** The built style sheet; undefined in development, where Vite serves styles. */
export function styleSheet(): StyleSheet | undefined {
  return process.env.NODE_ENV === "production" ? (sheet ??= read()) : undefined;
}

/**
 * The client and the server build each leave a sheet with the same rules, in the order in which each came to them. Taken is
 * the one that comes to the themes first: which it is must not change with the letters of its name.
 */
function read(): StyleSheet {
  const [chosen] = readdirSync(FOLDER)
    .filter((file) => file.endsWith(".css"))
    .map(sheetOf)
    .sort((one, other) => one.text.indexOf(":root") - other.text.indexOf(":root"));
  if (!chosen) throw new Error(`no style sheet in ${FOLDER}`);
  return chosen;
}

function sheetOf(name: string): StyleSheet {
  return { name, href: `/assets/${name}`, text: readFileSync(path.join(FOLDER, name), "utf8").trim() };
}
