import { useLoaderData } from "@remix-run/react";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Empty } from "~/ui/empty";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { CancelList } from "./cancel-list";
import { cancelAction } from "./command.server";
import { firmwareLoader } from "./firmware.server";

export const loader = firmwareLoader;
export const action = cancelAction;

export default function FirmwareRoute() {
  const { now, mayInstall, hasUnit, offered, history, cancel, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      {!hasUnit && <Notice tone="warn">{labels["errors:machine_without_telemetry"]}</Notice>}
      <Card title={labels["device:firmware_now"]}><DescriptionList items={now} /></Card>
      {mayInstall && hasUnit && (
        <Card title={labels["device:firmware_offered"]}>
          {offered.length ? (
            <Stack>
              {offered.map(({ id, name, release, type, size, isCurrent, update, emergency, updateLabel, emergencyLabel }) => (
                <Inline key={id} gap="m">
                  <span><strong>{name}</strong> {release} · {type} · {size}</span>
                  {isCurrent && <Badge tone="ok">{labels["device:firmware_installed"]}</Badge>}
                  <Inline><ButtonLink size="s" href={update} aria-label={updateLabel}>{labels["device:firmware_update"]}</ButtonLink><ButtonLink size="s" href={emergency} aria-label={emergencyLabel}>{labels["device:firmware_emergency"]}</ButtonLink></Inline>
                </Inline>
              ))}
            </Stack>
          ) : <p>{labels["device:firmware_none"]}</p>}
        </Card>
      )}
      <Card title={labels["device:firmware_history"]} flush>
        {history.rows.length ? <><DataTable caption={labels["device:firmware_history"]} {...history} /><CancelList label={labels["device:firmware_history"]} items={cancel} /></> : <Empty title={labels["device:firmware_never"]} icon="download" />}
      </Card>
    </Stack>
  );
}
