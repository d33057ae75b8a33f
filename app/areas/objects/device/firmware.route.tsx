import { useLoaderData } from "@remix-run/react";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { Empty } from "~/ui/empty";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { cancelAction } from "./command.server";
import { CommandTable } from "./command-table";
import { firmwareLoader } from "./firmware.server";

export const loader = firmwareLoader;
export const action = cancelAction;

export default function FirmwareRoute() {
  const { now, mayInstall, hasUnit, offered, history, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      {!hasUnit && <Notice tone="warn">{labels["errors:machine_without_telemetry"]}</Notice>}
      <Card title={labels["device:firmware_now"]}>
        <DescriptionList items={now} />
      </Card>
      {mayInstall && hasUnit && (
        <Card title={labels["device:firmware_offered"]}>
          {offered.length ? (
            <Stack>
              {offered.map(({ id, name, type, size, isCurrent, update, emergency, updateLabel, emergencyLabel }) => (
                <Inline key={id} gap="m">
                  <span>
                    <strong>{name}</strong> · {type} · {size}
                  </span>
                  {isCurrent && <Badge tone="ok">{labels["device:firmware_installed"]}</Badge>}
                  <Inline>
                    <ButtonLink size="s" href={update} aria-label={updateLabel}>
                      {labels["device:firmware_update"]}
                    </ButtonLink>
                    <ButtonLink size="s" href={emergency} aria-label={emergencyLabel}>
                      {labels["device:firmware_emergency"]}
                    </ButtonLink>
                  </Inline>
                </Inline>
              ))}
            </Stack>
          ) : (
            <p>{labels["device:firmware_none"]}</p>
          )}
        </Card>
      )}
      <Card title={labels["device:firmware_history"]} flush>
        {history.rows.length ? (
          <CommandTable caption={labels["device:firmware_history"]} {...history} />
        ) : (
          <Empty title={labels["device:firmware_never"]} icon="download" />
        )}
      </Card>
    </Stack>
  );
}
