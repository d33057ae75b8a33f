import type { useLoaderData } from "@remix-run/react";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Inline, Stack } from "~/ui/layout";
import { ProgressBar } from "~/ui/progress-bar";
import type { dashboardLoader } from "./dashboard.server";
import { end } from "./end-column";

export type DashboardModel = ReturnType<typeof useLoaderData<typeof dashboardLoader>>;
export type Props<K extends keyof DashboardModel> = Pick<DashboardModel, K | "labels">;

/** The worst machines, and what waits elsewhere; each leads to where it is worked off. */
export function AttentionCard({ attention: { columns, rows, all, waiting }, labels }: Props<"attention">) {
  return (
    <Card
      title={labels["dashboard:attention"]}
      flush
      actions={
        <Inline gap="m">
          {waiting.map(({ label, text, href }) => (
            <Inline key={href}>
              <Badge tone="warn">{label}</Badge>
              <a href={href} aria-label={`${label}: ${text}`}>
                {text}
              </a>
            </Inline>
          ))}
          {all && <a href="/devices_statuses">{all}</a>}
        </Inline>
      }
    >
      {rows.length ? (
        <DataTable caption={labels["dashboard:attention"]} columns={columns} rows={rows} />
      ) : (
        <Empty title={labels["dashboard:attention_none"]} icon="check" />
      )}
    </Card>
  );
}

/** Machines by their states; each count leads to the screen of states. */
export function StatusesCard({ states, labels }: Props<"states">) {
  return (
    <Card
      title={labels["dashboard:machines"]}
      actions={
        <ButtonLink size="s" href="/devices_statuses">
          {labels["dashboard:all_statuses"]}
        </ButtonLink>
      }
    >
      <Inline gap="m">
        {states.map(({ label, tone, count, href }) => (
          <Inline key={label}>
            <Badge tone={tone}>{label}</Badge>
            <a href={href} aria-label={`${label}: ${count}`}>
              {count}
            </a>
          </Inline>
        ))}
      </Inline>
    </Card>
  );
}

/** How the plans of this month stand. */
export function PlanCard({ plan, labels }: Props<"plan">) {
  if (!plan) return null;
  const { expected, ...progress } = plan;
  return (
    <Card
      title={labels["plans:dashboard"]}
      actions={
        <ButtonLink size="s" href="/plan/project">
          {labels["frame:menu.plan_project"]}
        </ButtonLink>
      }
    >
      <ProgressBar {...progress} />
      {expected && <p>{expected}</p>}
    </Card>
  );
}

/** What fails now, by how many machines it fails on. */
export function ErrorsCard({ errors, errorsHref, labels }: Props<"errors" | "errorsHref">) {
  return (
    <Card
      title={labels["dashboard:errors"]}
      flush
      actions={
        errors.length > 0 && (
          <ButtonLink size="s" href={errorsHref}>
            {labels["dashboard:show_machines"]}
          </ButtonLink>
        )
      }
    >
      {errors.length ? (
        <DataTable
          caption={labels["dashboard:errors"]}
          columns={[
            { key: "code", label: labels["dashboard:error_code"] },
            { key: "text", label: labels["dashboard:error_text"] },
            end("machines", labels["dashboard:error_machines"]),
          ]}
          rows={errors}
        />
      ) : (
        <Empty title={labels["dashboard:errors_none"]} icon="check" />
      )}
    </Card>
  );
}

/** What became of today's cashless payments. */
export function PaymentsCard({ payments, labels }: Props<"payments">) {
  return (
    <Card
      title={labels["dashboard:payments"]}
      actions={
        payments?.all && (
          <ButtonLink size="s" href={payments.all}>
            {labels["payments:back"]}
          </ButtonLink>
        )
      }
    >
      {payments && payments.states.length > 0 ? (
        <Stack>
          <Inline gap="m">
            {payments.states.map(({ label, tone, count, share, href }) => (
              <Inline key={label}>
                <Badge tone={tone}>{label}</Badge>
                {href ? (
                  <a href={href} aria-label={`${label}: ${count}`}>{`${count} (${share})`}</a>
                ) : (
                  `${count} (${share})`
                )}
              </Inline>
            ))}
          </Inline>
          {payments.failures.length > 0 && (
            <DataTable
              caption={labels["dashboard:payment_failures"]}
              columns={[
                { key: "code", label: labels["dashboard:error_code"] },
                { key: "text", label: labels["dashboard:payment_failures"] },
                end("count", labels["dashboard:failed_vends"]),
              ]}
              rows={payments.failures}
            />
          )}
        </Stack>
      ) : (
        <Empty title={labels["dashboard:payments_none"]} text={labels["dashboard:payments_none_hint"]} icon="info" />
      )}
    </Card>
  );
}
