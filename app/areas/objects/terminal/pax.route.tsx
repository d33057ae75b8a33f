import { useLoaderData } from "@remix-run/react";
import { smallMuted } from "~/theme/shared.css";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Empty } from "~/ui/empty";
import { Stack } from "~/ui/layout";
import { paxLoader } from "./pax.server";

export const loader = paxLoader;

export default function PaxRoute() {
  const { title, items, hint, requests, log, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <Card title={title}>
        <Stack>
          <DescriptionList
            items={items.map(({ label, text, href }) => ({ label, value: href ? <a href={href}>{text}</a> : text }))}
          />
          <p className={smallMuted}>{hint}</p>
        </Stack>
      </Card>
      {requests && (
        <Card title={labels["device:requests"]} flush>
          {requests.rows.length ? (
            <DataTable caption={labels["device:requests"]} {...requests} />
          ) : (
            <Empty title={labels["device:no_requests"]} icon="refresh" />
          )}
        </Card>
      )}
      <Card title={labels["device:terminal.log"]} flush>
        {log.rows.length ? (
          <DataTable caption={labels["device:terminal.log"]} {...log} />
        ) : (
          <Empty title={labels["device:no_events"]} icon="history" />
        )}
      </Card>
    </Stack>
  );
}
