import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { Reminder } from "./reminder";
import { TakenField, TakenSearch } from "./taken-field";
import { type ActionAnswer, confirmAction, confirmLoader } from "./action.server";

export const loader = confirmLoader;
export const action = confirmAction;

/** Asks before something is done to a record, on a page of its own. */
export default function ActionRoute() {
  const { usedBy, question, hint, confirm, danger, taken, reminder, cancel, labels } = useLoaderData<typeof loader>();
  const answer: ActionAnswer = useActionData<typeof action>() ?? {};
  const uses = answer.usedBy?.length ? answer.usedBy : usedBy;
  if (answer.revealed) {
    return (
      <Card title={confirm}>
        <Stack>
          <Notice tone="ok" title={labels.shown_once}>
            <code>{answer.revealed}</code>
          </Notice>
          <Inline>
            <ButtonLink href={cancel.href} kind="primary">
              {labels.done}
            </ButtonLink>
          </Inline>
        </Stack>
      </Card>
    );
  }
  if (uses.length) {
    return (
      <Card title={confirm}>
        <Stack>
          <Notice tone="bad" title={answer.error ?? labels.refused} alert>
            <Usage usedBy={uses} title={labels.in_use} />
          </Notice>
          <Inline>
            <ButtonLink href={cancel.href}>{labels.back}</ButtonLink>
          </Inline>
        </Stack>
      </Card>
    );
  }
  return (
    <Card title={question}>
      <Stack>
        {answer.error && <Notice tone="bad" title={answer.error} alert />}
        <p>{hint}</p>
        {reminder && <Reminder reminder={reminder} />}
        <TakenSearch control={taken} />
        <Form method="post">
          <Stack>
            {taken && <TakenField control={taken} errors={answer.taken} sent={answer.sent} />}
            <Inline>
              <Button kind={danger ? "danger" : "primary"}>{confirm}</Button>
              <ButtonLink href={cancel.href}>{cancel.label}</ButtonLink>
            </Inline>
          </Stack>
        </Form>
      </Stack>
    </Card>
  );
}

function Usage({ usedBy, title }: { usedBy: NonNullable<ActionAnswer["usedBy"]>; title: string }) {
  return (
    <>
      <p>{title}</p>
      <ul>
        {usedBy.map((one) => (
          <li key={one.entity}>
            {`${one.entity} (${one.total}): `}
            {one.items.map((item, index) => (
              <span key={item.label}>
                {index > 0 && ", "}
                {item.href ? <a href={item.href}>{item.label}</a> : item.label}
              </span>
            ))}
            {one.all.map(({ href, label }) => (
              <span key={href}>
                {" "}
                <a href={href}>{label}</a>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}
