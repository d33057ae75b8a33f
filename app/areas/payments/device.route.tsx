import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { screenOnly } from "~/theme/print.css";
import { smallMuted } from "~/theme/shared.css";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { RadioGroup } from "~/ui/choice-group";
import { DataTable } from "~/ui/data-table";
import { Columns, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { devicePayAction, devicePayLoader } from "./device.server";
import * as css from "./device.css";

export const loader = devicePayLoader;
export const action = devicePayAction;

/** Online payments of a machine; printed, it is the code for the machine's front. */
export default function DevicePayRoute() {
  const { account, isTaking, page, name, sold, labels } = useLoaderData<typeof loader>();
  const { error } = useActionData<typeof action>() ?? {};
  return (
    <Stack>
      <div className={screenOnly}>
        <Stack>
          {error && (
            <Notice tone="bad" alert>
              {error}
            </Notice>
          )}
          <Notice tone={isTaking ? "ok" : "warn"}>{account}</Notice>
        </Stack>
      </div>
      <Columns kind="halves">
        <div className={screenOnly}>
          <Stack>
            <Payer />
            <Test />
          </Stack>
        </div>
        <Card title={labels["payments:device.page"]}>
          <Stack>
            <div className={css.poster}>
              <svg
                viewBox={`0 0 ${page.qr.size} ${page.qr.size}`}
                shapeRendering="crispEdges"
                role="img"
                aria-label={name}
              >
                <path stroke="#000" d={page.qr.path} />
              </svg>
              <strong>{name}</strong>
              <span>{labels["payments:device.qr_hint"]}</span>
            </div>
            <div className={screenOnly}>
              <a href={page.address}>{page.address}</a>
              <p className={smallMuted}>{labels["payments:device.print"]}</p>
            </div>
          </Stack>
        </Card>
      </Columns>
      {sold && (
        <div className={screenOnly}>
          <Stack>
            <Card
              title={labels["payments:device.list"]}
              flush={sold.rows.length > 0}
              actions={
                <ButtonLink size="s" href={sold.all}>
                  {labels["payments:device.all"]}
                </ButtonLink>
              }
            >
              {sold.rows.length ? (
                <DataTable caption={labels["payments:device.list"]} columns={sold.columns} rows={sold.rows} />
              ) : (
                <p>{labels["payments:device.none"]}</p>
              )}
            </Card>
            <Card title={labels["payments:device.counters"]} flush={sold.counters.rows.length > 0}>
              {sold.counters.rows.length ? (
                <DataTable caption={labels["payments:device.counters"]} {...sold.counters} />
              ) : (
                <p>{labels["payments:device.no_counters"]}</p>
              )}
            </Card>
          </Stack>
        </div>
      )}
    </Stack>
  );
}

/** Whose account takes the money. */
function Payer() {
  const { payer, mayChange, labels } = useLoaderData<typeof loader>();
  const { fields } = useActionData<typeof action>() ?? {};
  return (
    <Card title={labels["payments:device.title"]}>
      <Form method="post">
        <Stack>
          <RadioGroup
            id="payer"
            name="payer"
            legend={labels["payments:device.payer"]}
            options={payer.options}
            defaultValue={payer.chosen}
            disabled={!mayChange}
            errors={fields?.payer}
          />
          {mayChange && (
            <Inline>
              <Button kind="primary" name="intent" value="payer">
                {labels["payments:device.save"]}
              </Button>
            </Inline>
          )}
        </Stack>
      </Form>
    </Card>
  );
}

/** Pays 1 ₴ to the account and gives it back. */
function Test() {
  const { mayChange, isTaking, key, labels } = useLoaderData<typeof loader>();
  if (!mayChange || !isTaking) return null;
  return (
    <Card title={labels["payments:device.test"]}>
      <Form method="post">
        <input type="hidden" name="key" value={key} />
        <Stack>
          <p>{labels["payments:device.test_hint"]}</p>
          <Inline>
            <Button name="intent" value="test" icon="receipt">
              {labels["payments:device.test_do"]}
            </Button>
          </Inline>
        </Stack>
      </Form>
    </Card>
  );
}
