import { useLoaderData } from "@remix-run/react";
import { MachineErrors } from "~/areas/help-desk/machine-errors";
import { DrawnOnServer } from "~/resource/drawn-on-server";
import { described } from "~/resource/described";
import { smallMuted } from "~/theme/shared.css";
import { BarChart } from "~/ui/bar-chart";
import { buttonClass, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Columns, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { ProgressBar } from "~/ui/progress-bar";
import { Stat } from "~/ui/stat";
import { Cash } from "./cash";
import { Strip } from "./strip";
// What the server alone draws.
import "~/ui/machine-face.css";
import { summaryLoader } from "./summary.server";

export const loader = summaryLoader;

export default function SummaryRoute() {
  const {
    tiles,
    strip,
    errors,
    face,
    cells,
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
  const bars = (
    <Stack gap="s">
      {stocks.map(({ id, ...bar }) => (
        <ProgressBar key={id} {...bar} />
      ))}
    </Stack>
  );
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
      {cells && (
        <Card title={labels["entities:planogram.fields.cells"]}>
          <Stack gap="s">
            {cells.inPortions && <p className={smallMuted}>{labels["device:face.portions"]}</p>}
            <DrawnOnServer html={face} />
          </Stack>
        </Card>
      )}
      <Columns kind="halves">
        <Card
          title={labels["device:stocks"]}
          actions={
            <ButtonLink href={maintenance} size="s">
              {labels["device:maintenance.enter"]}
            </ButtonLink>
          }
        >
          {stocks.length === 0 ? (
            <p>{labels["device:stocks_none"]}</p>
          ) : cells && !cells.inPortions ? (
            <details>
              <summary className={buttonClass({ size: "s" })}>{labels["device:face.slots"]}</summary>
              {bars}
            </details>
          ) : (
            bars
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
