import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Empty } from "~/ui/empty";
import { Field, Select, TextArea, TextInput } from "~/ui/field";
import { Columns, Stack } from "~/ui/layout";
import { Cash } from "./cash";
import { collectionAction, collectionLoader } from "./collection.server";

export const loader = collectionLoader;
export const action = collectionAction;

export default function CollectionRoute() {
  const { waiting, cash, uncounted, key, columns, rows, labels } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const error = answer?.error;
  return (
    <Stack>
      <Columns kind="halves">
        <Card title={labels["device:collection.waiting"]}>
          <Stack>
            <DescriptionList items={waiting} />
            <Cash title={labels["device:cash.title"]} warning={labels["device:cash.warning"]} cash={cash} />
          </Stack>
        </Card>
        <Card title={labels["device:collection.count"]}>
          <Form method="post" key={rows.length}>
            <input type="hidden" name="key" value={key} />
            <Stack gap="s">
              <Field id="collection" label={labels["device:collection.which"]}>
                <Select
                  id="collection"
                  name="collection"
                  options={uncounted}
                  placeholder={labels["device:collection.new"]}
                  defaultValue={answer?.typed.collection}
                />
              </Field>
              <Field
                id="counted"
                label={labels["device:collection.counted"]}
                unit="₴"
                required
                errors={error ? [error] : undefined}
              >
                <TextInput
                  id="counted"
                  name="counted"
                  inputMode="decimal"
                  required
                  autoComplete="off"
                  defaultValue={answer?.typed.counted}
                  aria-invalid={error ? true : undefined}
                  aria-describedby={error ? "counted-error" : undefined}
                />
              </Field>
              <Field id="bag" label={labels["device:collection.bag"]}>
                <TextInput id="bag" name="bag" maxLength={60} autoComplete="off" defaultValue={answer?.typed.bag} />
              </Field>
              <Field id="note" label={labels["device:collection.note"]}>
                <TextArea id="note" name="note" maxLength={1000} defaultValue={answer?.typed.note} />
              </Field>
              <div>
                <Button kind="primary">{labels["device:collection.save"]}</Button>
              </div>
            </Stack>
          </Form>
        </Card>
      </Columns>
      <Card title={labels["device:collection.title"]} flush>
        {rows.length ? (
          <DataTable caption={labels["device:collection.title"]} columns={columns} rows={rows} />
        ) : (
          <Empty title={labels["device:collection.none"]} text={labels["device:collection.none_hint"]} icon="box" />
        )}
      </Card>
    </Stack>
  );
}
