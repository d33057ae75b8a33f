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

function read(): StyleSheet {
  const name = readdirSync(FOLDER).find((file) => file.endsWith(".css"));
  if (!name) throw new Error(`no style sheet in ${FOLDER}`);
  return { name, href: `/assets/${name}`, text: readFileSync(path.join(FOLDER, name), "utf8").trim() };
}
