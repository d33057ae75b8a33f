import { smallMuted } from "~/theme/shared.css";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { DescriptionList } from "~/ui/description-list";
import { Ends, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import type { paymentsAround } from "~/areas/payments/around.server";
import type { alertsOf, contextModel } from "./context.server";
import type { ticketLabels } from "./labels";
import * as css from "./ticket.css";

type Model = ReturnType<typeof contextModel> & {
  alerts: Awaited<ReturnType<typeof alertsOf>>;
  payments: Awaited<ReturnType<typeof paymentsAround>>;
};
type Labels = Record<(typeof ticketLabels)[number], string>;

/** The alerts it is about, the machine as it is now, and other tickets of the machine or the client. */
export function TicketContext({
  context: { alerts, machine, payments, ofMachine, allOfMachine, ofClient },
  labels,
}: {
  context: Model;
  labels: Labels;
}) {
  return (
    <>
      {alerts.length > 0 && (
        <Card title={labels["help-desk:alerts"]}>
          <Others tickets={alerts} none={labels["help-desk:none"]} />
        </Card>
      )}
      {machine && <Machine machine={machine} labels={labels} />}
      {payments && (
        <Card
          title={payments.title}
          flush={payments.rows.length > 0}
          actions={
            <ButtonLink size="s" href={payments.all}>
              {payments.link}
            </ButtonLink>
          }
        >
          {payments.rows.length ? (
            <DataTable caption={payments.title} columns={payments.columns} rows={payments.rows} />
          ) : (
            <p className={smallMuted}>{payments.none}</p>
          )}
        </Card>
      )}
      {machine && (
        <Card
          title={labels["help-desk:of_machine"]}
          actions={
            allOfMachine && (
              <ButtonLink size="s" href={allOfMachine}>
                {labels["help-desk:all_of_machine"]}
              </ButtonLink>
            )
          }
        >
          <Others tickets={ofMachine} none={labels["help-desk:none"]} />
        </Card>
      )}
      {ofClient.length > 0 && (
        <Card title={labels["help-desk:of_client"]}>
          <Others tickets={ofClient} none={labels["help-desk:none"]} />
        </Card>
      )}
    </>
  );
}

function Machine({ machine, labels }: { machine: NonNullable<Model["machine"]>; labels: Labels }) {
  const { title, href, status, troubles, facts, errors, sales, refund } = machine;
  return (
    <Card title={labels["help-desk:machine"]} actions={<Badge tone={status.tone}>{status.text}</Badge>}>
      <Stack gap="s">
        <p>
          <strong>{href ? <a href={href}>{title}</a> : title}</strong>
        </p>
        {troubles.map((trouble) => (
          <Notice key={trouble} tone="warn">
            {trouble}
          </Notice>
        ))}
        <DescriptionList items={facts.map((fact) => ({ ...fact, wide: true }))} />
        <h3>{labels["help-desk:errors"]}</h3>
        {errors.length ? (
          <ul className={css.lines}>
            {errors.map(({ code, text, since }) => (
              <li key={code}>
                <Badge tone="bad">{code}</Badge> {text} <span className={smallMuted}>{since}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className={smallMuted}>{labels["help-desk:no_errors"]}</p>
        )}
        {sales.length > 0 && (
          <>
            <h3>{labels["help-desk:sales"]}</h3>
            <ul className={css.others}>
              {sales.map(({ id, product, amount, about }) => (
                <li key={id}>
                  <Ends>
                    <span>{product}</span>
                    <span>{amount}</span>
                  </Ends>
                  <span className={smallMuted}>{about}</span>
                </li>
              ))}
            </ul>
          </>
        )}
        {refund && (
          <div>
            <ButtonLink size="s" href={refund.href} icon="receipt">
              {refund.label}
            </ButtonLink>
          </div>
        )}
      </Stack>
    </Card>
  );
}

function Others({ tickets, none }: { tickets: Model["ofMachine"]; none: string }) {
  if (!tickets.length) return <p className={smallMuted}>{none}</p>;
  return (
    <ul className={css.others}>
      {tickets.map(({ id, href, title, status, age }) => (
        <li key={id}>
          <a href={href}>{title}</a>
          <br />
          <Badge tone={status.tone}>{status.text}</Badge> <span className={smallMuted}>{age}</span>
        </li>
      ))}
    </ul>
  );
}
