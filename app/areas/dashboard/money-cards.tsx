import { smallMuted } from "~/theme/shared.css";
import { BarChart } from "~/ui/bar-chart";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Columns } from "~/ui/layout";
import { Stat } from "~/ui/stat";
import type { DashboardModel } from "./cards";
import { end } from "./end-column";

interface Props {
  money: NonNullable<DashboardModel["money"]>;
  labels: DashboardModel["labels"];
}

/** Takings of five periods; each leads to its report. */
export function Takings({ money: { tiles, compared } }: Props) {
  return (
    <>
      <Columns kind="tiles">
        {tiles.map((tile) => (
          <Stat key={tile.label} {...tile} />
        ))}
      </Columns>
      <p className={smallMuted}>{compared}</p>
    </>
  );
}

/** Thirty days, what each payment source brought in, and machines by their takings of a week. */
export function Earnings({ money: { chart, sources, best, worst, ranked, report }, labels }: Props) {
  const days = report && (
    <ButtonLink size="s" href={report.days}>
      {labels["frame:menu.aggregated_sales"]}
    </ButtonLink>
  );
  const machines = report && (
    <ButtonLink size="s" href={report.machines}>
      {labels["frame:menu.aggregated_sales_per_device"]}
    </ButtonLink>
  );
  return (
    <>
      <Card title={labels["dashboard:chart"]} actions={days}>
        <BarChart caption={labels["dashboard:chart"]} categoryLabel={labels["dashboard:day"]} data={chart} />
      </Card>
      <Card title={labels["dashboard:by_source"]} flush actions={days}>
        {sources.length ? (
          <DataTable
            caption={labels["dashboard:by_source"]}
            columns={[
              { key: "source", label: labels["dashboard:source"] },
              end("count", labels["dashboard:count"]),
              end("amount", labels["dashboard:amount"]),
              end("share", labels["dashboard:share"]),
              ...(["today", "yesterday", "days7", "month"] as const).map((period) =>
                end(period, labels[`dashboard:period.${period}`]),
              ),
            ]}
            rows={sources}
          />
        ) : (
          <Empty title={labels["dashboard:no_sales"]} icon="chart" />
        )}
      </Card>
      <Columns kind="halves">
        {([labels["dashboard:best"], labels["dashboard:worst"]] as const).map((title, index) => {
          const rows = index ? worst : best;
          return (
            <Card key={title} title={title} flush actions={machines}>
              {rows.length ? (
                <DataTable caption={title} columns={ranked} rows={rows} />
              ) : (
                <Empty title={labels["dashboard:ranked_none"]} icon="chart" />
              )}
            </Card>
          );
        })}
      </Columns>
    </>
  );
}
