import { BarChart } from "~/ui/bar-chart";
import { Stack } from "~/ui/layout";
import type { StripModel } from "./strip.server";

/** A bar for each of the last 24 hours, and a line where its vends usually are. */
export function Strip({ model: { title, summary, hourLabel, chart } }: { model: StripModel }) {
  return (
    <Stack gap="s">
      <p>{summary}</p>
      <BarChart caption={title} categoryLabel={hourLabel} data={chart} />
    </Stack>
  );
}
