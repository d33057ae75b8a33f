import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { smallMuted } from "~/theme/shared.css";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Checkbox } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import { pricesAction, pricesLoader } from "./prices.server";

export const loader = pricesLoader;
export const action = pricesAction;

/** Which machines of a planogram charge what it says, and which do not yet. */
export default function PricesRoute() {
  const { title, about, scopes, none, columns, rows, pagination, order } = useLoaderData<typeof loader>();
  const refused = useActionData<typeof action>();
  const table = (
    <Card title={title} flush>
      <DataTable
        caption={title}
        columns={columns}
        rows={rows.map((row) => ({ ...row, selected: refused?.chosen.includes(row.id) }))}
        wraps
        selection={order && { name: "devices", label: order.choose }}
      />
      <Pagination {...pagination} />
    </Card>
  );
  return (
    <Stack>
      <p className={smallMuted}>{about}</p>
      <Tabs kind="scopes" {...scopes} />
      {refused && (
        <Notice tone="bad" alert>
          {refused.error}
        </Notice>
      )}
      {rows.length === 0 ? (
        <Empty title={none} icon="check" />
      ) : order ? (
        <Form method="post" key={order.key}>
          <input type="hidden" name="key" value={order.key} />
          <input type="hidden" name="seen" value={order.seen} />
          <input type="hidden" name="expected" value={order.expected} />
          <Stack>
            {table}
            <Checkbox id="all" name="all" label={order.all} defaultChecked={refused?.all} />
            <Inline>
              <Button kind="primary" name="do" value="send" aria-describedby="send-hint">
                {order.send}
              </Button>
              <Button name="do" value="confirm" aria-describedby="confirm-hint">
                {order.confirm}
              </Button>
            </Inline>
            <p id="send-hint" className={smallMuted}>
              {order.sendHint}
            </p>
            <p id="confirm-hint" className={smallMuted}>
              {order.confirmHint}
            </p>
          </Stack>
        </Form>
      ) : (
        table
      )}
    </Stack>
  );
}
