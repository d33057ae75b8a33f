import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Empty } from "~/ui/empty";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/pagination";
import { CommandTable } from "./command-table";
import type { ConnectionModel } from "./telemetry.server";

/** What a machine's unit tells of itself, what it was asked for, and its log. */
export function Connection({
  model: { unit, ping, actions, commands, pagination, log, labels },
}: {
  model: ConnectionModel;
}) {
  return (
    <Stack>
      {!unit && <Notice tone="warn">{labels["errors:machine_without_telemetry"]}</Notice>}
      <Card
        title={labels["device:connection"]}
        actions={
          <Inline>
            {actions.map(({ href, label }) => (
              <ButtonLink key={href} href={href} size="s">
                {label}
              </ButtonLink>
            ))}
          </Inline>
        }
      >
        <DescriptionList
          items={[
            {
              label: labels["device:unit"],
              value: unit && (unit.href ? <a href={unit.href}>{unit.text}</a> : unit.text),
            },
            ...ping,
          ]}
        />
      </Card>
      <Card title={labels["device:requests"]} flush>
        {commands.rows.length ? (
          <>
            <CommandTable caption={labels["device:requests"]} {...commands} />
            <Pagination {...pagination} />
          </>
        ) : (
          <Empty title={labels["device:no_requests"]} icon="refresh" />
        )}
      </Card>
      <Card title={labels["device:logs"]} flush>
        {log.rows.length ? (
          <DataTable caption={labels["device:logs"]} {...log} />
        ) : (
          <Empty title={labels["device:no_events"]} icon="history" />
        )}
      </Card>
    </Stack>
  );
}
