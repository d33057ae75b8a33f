import { smallMuted } from "~/theme/shared.css";
import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Empty } from "~/ui/empty";
import { Ends, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { PageHeader } from "~/ui/page-header";
import type { MyRouteModel } from "./my-route.server";

type SheetModel = MyRouteModel["sheets"][number];

/** A crew's day on a phone; drawn by the server alone. */
export function MyRouteScreen({
  model: { title, about, error, none, accept, who, kept, sheets },
}: {
  model: MyRouteModel;
}) {
  return (
    <Stack>
      <PageHeader title={title} description={about} />
      {error && <Notice tone="bad" title={error} alert />}
      {sheets.length === 0 && <Empty {...none} icon="truck" />}
      {sheets.map((sheet) => (
        <OneSheet key={sheet.id} sheet={sheet} accept={accept} who={who} />
      ))}
      <p className={smallMuted}>{kept}</p>
    </Stack>
  );
}

function OneSheet({ sheet, accept, who }: { sheet: SheetModel; accept: string; who: string }) {
  const { id, key, title, crew, note, status, accepts, steps, next, stops } = sheet;
  return (
    <Card title={title}>
      <Stack>
        <Ends>
          <span className={smallMuted}>{crew}</span>
          <Badge tone={status.tone ?? "neutral"}>{status.text}</Badge>
        </Ends>
        {note && <p>{note}</p>}
        {accepts && (
          <form method="post" action="/my_route">
            <input type="hidden" name="who" value={who} />
            <input type="hidden" name="sheet" value={id} />
            <input type="hidden" name="key" value={key} />
            <Button kind="primary">{accept}</Button>
          </form>
        )}
        {next && <Next next={next} />}
        <Inline>
          {steps.map(({ href, label, isMain }) => (
            <ButtonLink key={href} href={href} kind={isMain ? "primary" : "secondary"}>
              {label}
            </ButtonLink>
          ))}
        </Inline>
        <DataTable caption={title} columns={stops.columns} rows={stops.rows} />
      </Stack>
    </Card>
  );
}

const Next = ({ next }: { next: NonNullable<SheetModel["next"]> }) => (
  <Notice tone="info" title={`${next.title}: ${next.name}`}>
    <Stack gap="s">
      <p>
        {next.place}
        {next.map && (
          <>
            {" · "}
            <a href={next.map}>{next.mapLabel}</a>
          </>
        )}
      </p>
      <p>{next.tasks}</p>
      <DescriptionList items={next.facts} />
      <Inline>
        <ButtonLink href={next.href} kind="primary">
          {next.open}
        </ButtonLink>
      </Inline>
    </Stack>
  </Notice>
);
