/** `npm run check`: in under a minute what a change most likely breaks; `npm test` says the rest. */
import { checkSources, conclude, sideBySide, vitest } from "./lib/steps.mjs";

await conclude(() => sideBySide(checkSources, () => vitest("unit tests", ["--project", "unit", "--maxWorkers=2"])));
