import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Inline, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Pagination } from "~/ui/pagination";
import { Tabs } from "~/ui/tabs";
import type { AlertsModel } from "./alerts.server";

/** What is to be looked after, and what was; drawn by the server alone. */
export function Alerts({ model }: { model: AlertsModel }) {
  const { title, about, rules, scopes, scopesLabel, columns, rows, selection, none, pagination } = model;
  return (
    <Stack>
      <PageHeader
        title={title}
        description={about}
        actions={
          rules && (
            <ButtonLink href={rules.href} icon="settings">
              {rules.label}
            </ButtonLink>
          )
        }
      />
      <Tabs kind="scopes" label={scopesLabel} tabs={scopes} />
      {rows.length === 0 ? (
        <Empty title={none.title} text={none.text} icon="check" />
      ) : (
        <>
          {selection && (
            <form id={selection.form} method="post" action={model.action}>
              <Inline>
                <Button icon="check">{model.acknowledge}</Button>
              </Inline>
            </form>
          )}
          <Card flush>
            <DataTable caption={title} columns={columns} rows={rows} wraps selection={selection} />
            <Pagination {...pagination} />
          </Card>
        </>
      )}
    </Stack>
  );
}
