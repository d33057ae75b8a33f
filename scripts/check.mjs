/** `npm run check`: in under a minute what a change most likely breaks; `npm test` says the rest, and says it strictly. */
import { conclude, sideBySide, step, vitest } from "./lib/steps.mjs";

const CACHED = ["--cache", "--cache-strategy", "content", "--cache-location", "node_modules/.cache/eslint/"];

await conclude(() =>
  sideBySide(
    () => step("format", ["node_modules/@biomejs/biome/bin/biome", "format", "."]),
    () => step("types", ["node_modules/@typescript/native-preview/bin/tsgo", "--noEmit"]),
    // Files that did not change themselves are not looked at again.
    () => step("lint", ["node_modules/eslint/bin/eslint.js", ".", "--max-warnings", "0", ...CACHED]),
    () => vitest("unit tests", ["--project", "unit"]),
  ),
);
