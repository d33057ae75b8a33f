import { useLoaderData } from "@remix-run/react";
import { MachineErrors } from "~/areas/help-desk/machine-errors";
import { described } from "~/resource/described";
import { BarChart } from "~/ui/bar-chart";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Columns, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { ProgressBar } from "~/ui/progress-bar";
import { Stat } from "~/ui/stat";
import { Cash } from "./cash";
import { Strip } from "./strip";
import { summaryLoader } from "./summary.server";

export const loader = summaryLoader;

export default function SummaryRoute() {
  const {
    tiles,
    strip,
    errors,
    stocks,
    maintenance,
    cash,
    state,
    about,
    total,
    chart,
    recipesMissing,
    columns,
    reads,
    allReads,
    labels,
  } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <Columns kind="tiles">
        {tiles.map((tile) => (
          <Stat key={tile.label} {...tile} />
        ))}
      </Columns>
      <MachineErrors errors={errors} />
      {recipesMissing && <Notice tone="warn">{recipesMissing}</Notice>}
      <Card title={strip.title}>
        <Strip model={strip} />
      </Card>
      <Columns kind="halves">
        <Card
          title={labels["device:stocks"]}
          actions={
            <ButtonLink href={maintenance} size="s">
              {labels["device:maintenance.enter"]}
            </ButtonLink>
          }
        >
          {stocks.length ? (
            <Stack gap="s">
              {stocks.map(({ id, ...bar }) => (
                <ProgressBar key={id} {...bar} />
              ))}
            </Stack>
          ) : (
            <p>{labels["device:stocks_none"]}</p>
          )}
        </Card>
        <Card title={labels["device:cash.title"]}>
          <Cash title={labels["device:cash.title"]} warning={labels["device:cash.warning"]} cash={cash} />
        </Card>
      </Columns>
      <Columns kind="halves">
        <Card title={labels["devices:state"]}>
          <DescriptionList items={state.map(described)} />
        </Card>
        <Card title={labels["devices:about"]}>
          <DescriptionList items={about.map(described)} />
        </Card>
      </Columns>
      <Card title={`${labels["devices:last_30"]}: ${total}`}>
        <BarChart caption={labels["devices:last_30"]} categoryLabel={labels["sales:day"]} data={chart} />
      </Card>
      <Card
        title={labels["devices:last_reads"]}
        flush
        actions={
          <ButtonLink href={allReads} size="s">
            {labels["devices:all_reads"]}
          </ButtonLink>
        }
      >
        {reads.length ? (
          <DataTable caption={labels["devices:last_reads"]} columns={columns} rows={reads} />
        ) : (
          <p>{labels["audits:none"]}</p>
        )}
      </Card>
    </Stack>
  );
}
