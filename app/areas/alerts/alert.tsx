import { smallMuted } from "~/theme/shared.css";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Inline, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import type { AlertModel } from "./alert.server";

/** An alert; drawn by the server alone. */
export function Alert({ model }: { model: AlertModel }) {
  const { title, crumbs, crumbsLabel, about, badges, acknowledge, facts, subjects, messages } = model;
  return (
    <Stack>
      <PageHeader
        title={title}
        crumbs={crumbs}
        crumbsLabel={crumbsLabel}
        description={about}
        actions={
          acknowledge && (
            <form method="post" action={acknowledge.action}>
              <Button kind="primary" icon="check">
                {acknowledge.label}
              </Button>
            </form>
          )
        }
      />
      <Inline>
        {badges.map(({ text, tone }) => (
          <Badge key={text} tone={tone ?? "neutral"}>
            {text}
          </Badge>
        ))}
      </Inline>
      <Card>
        <DescriptionList
          items={facts.map(({ label, text, href, hint }) => ({
            label,
            value: (
              <>
                {href ? <a href={href}>{text}</a> : text}
                {hint && <span className={smallMuted}> · {hint}</span>}
              </>
            ),
          }))}
        />
      </Card>
      <Card title={subjects.title} flush>
        <DataTable caption={subjects.title} columns={subjects.columns} rows={subjects.rows} wraps />
      </Card>
      {subjects.more && <p className={smallMuted}>{subjects.more}</p>}
      <Card title={messages.title} flush={messages.rows.length > 0}>
        {messages.rows.length ? (
          <DataTable caption={messages.title} columns={messages.columns} rows={messages.rows} wraps />
        ) : (
          <p className={smallMuted}>{messages.none}</p>
        )}
      </Card>
    </Stack>
  );
}
