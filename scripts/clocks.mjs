/** `npm run test:clocks`: all unit and API tests, with all their random stories, on every weekday and special day, at night, at noon and before midnight. */
import { ALL_CLOCKS, underClock } from "./lib/clocks.mjs";
import { wantClock } from "./lib/debian.mjs";
import { checkNode, installIfNeeded } from "./lib/prepare.mjs";
import { conclude, vitest } from "./lib/steps.mjs";

await conclude(async () => {
  checkNode();
  const library = wantClock();
  await installIfNeeded();
  for (const clock of ALL_CLOCKS)
    await vitest(`${clock} in Kyiv`, ["--project", "unit", "--project", "api"], {
      ...underClock(library, clock),
      ALL_STORIES: "1",
    });
});
