import { useLoaderData } from "@remix-run/react";
import { MachineErrors } from "~/areas/help-desk/machine-errors";
import { Badge } from "~/ui/badge";
import { BarChart } from "~/ui/bar-chart";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { type Cell, DataTable } from "~/ui/data-table";
import { type Description, DescriptionList } from "~/ui/description-list";
import { Columns, Stack } from "~/ui/layout";
import { summaryLoader } from "./summary.server";

export const loader = summaryLoader;

export default function SummaryRoute() {
  const { errors, state, about, total, chart, columns, reads, allReads, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <Columns kind="halves">
        <Card title={labels["devices:state"]}><DescriptionList items={state.map(described)} /></Card>
        <Card title={labels["devices:about"]}><DescriptionList items={about.map(described)} /></Card>
      </Columns>
      <MachineErrors errors={errors} />
      <Card title={`${labels["devices:last_30"]}: ${total}`}><BarChart caption={labels["devices:last_30"]} categoryLabel={labels["sales:day"]} data={chart} /></Card>
      <Card title={labels["devices:last_reads"]} flush actions={<ButtonLink href={allReads} size="s">{labels["devices:all_reads"]}</ButtonLink>}>
        {reads.length ? <DataTable caption={labels["devices:last_reads"]} columns={columns} rows={reads} /> : <p>{labels["audits:none"]}</p>}
      </Card>
    </Stack>
  );
}

function described({ label, text, href, tone, badge }: Cell & { label: string }): Description {
  if (badge) return { label, value: <Badge tone={tone ?? "neutral"}>{text}</Badge> };
  return { label, value: href ? <a href={href}>{text}</a> : text };
}
