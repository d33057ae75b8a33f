import { Form, useActionData, useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useRoot } from "~/frame/use-root";
import { screenOnly } from "~/theme/print.css";
import { smallMuted } from "~/theme/shared.css";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { DescriptionList } from "~/ui/description-list";
import { Field, Select } from "~/ui/field";
import { Columns, Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { TicketContext } from "./context";
import { Conversation } from "./conversation";
import { ReplyFields } from "./reply-fields";
import * as css from "./ticket.css";
import { ticketLoader } from "./ticket.server";
import { ticketAction, type TicketAnswer } from "./ticket-action.server";
import { TimeSpent } from "./time-spent";
import { useDraft } from "./use-draft";

export const loader = ticketLoader;
export const action = ticketAction;

/** The one form of the page: buttons that stand elsewhere belong to it too, so that what is being written is never left behind. */
const FORM = "ticket";

/** Another ticket is another page: nothing typed or chosen in one may stand in the other. */
export default function TicketRoute() {
  return <Ticket key={useLoaderData<typeof loader>().id} />;
}

function Ticket() {
  const model = useLoaderData<typeof loader>();
  const answer = useAnswer();
  const form = useRef<HTMLFormElement>(null);
  const [search] = useSearchParams();
  const said = search.get("said") ?? "";
  const { labels, id, person } = model;
  const { draft, keep } = useDraft({
    form,
    person,
    ticket: id,
    said,
    answer,
    question: labels["help-desk:reply.lose_files"],
  });
  useTidyAddress(search);
  const busy = useNavigation().state === "submitting";
  // Scripts keep the draft themselves. What a browser brings back after a reload may have been sent long ago, and Firefox
  // decides about that as it reads the page: later it takes no notice.
  const isKept = useRoot()?.scripts;
  return (
    <Form
      id={FORM}
      ref={form}
      autoComplete={isKept ? "off" : undefined}
      method="post"
      encType="multipart/form-data"
      onInput={keep}
      onSubmit={keep}
      preventScrollReset={answer !== undefined}
    >
      {/* Enter presses the first button of a form, and only the fields of the time have one line. */}
      <button type="submit" name="intent" value="time" hidden />
      <Columns kind="aside">
        <Stack>
          {answer?.error && <Notice tone="bad" title={answer.error} alert />}
          {answer?.done && <Notice tone="ok" title={answer.done} alert />}
          {answer?.held && (
            <Notice tone="warn" title={answer.held.title} alert>
              {answer.held.text}
            </Notice>
          )}
          {model.handOver && (
            <Notice tone="warn" title={model.handOver.title}>
              {model.handOver.href ? <a href={model.handOver.href}>{model.handOver.text}</a> : model.handOver.text}
            </Notice>
          )}
          <Status errors={answer?.errors} busy={busy} />
          <Conversation title={labels["help-desk:conversation"]} entries={model.entries} part={model.part} />
          <div className={screenOnly}>
            <Card title={labels["help-desk:reply.title"]}>
              {/* What was sent is no draft any more: the fields begin anew. News from others leaves them alone. */}
              <ReplyFields
                key={said}
                stamp={draft?.stamp ?? said}
                model={model.reply}
                draft={draft}
                turn={answer?.turn}
                errors={answer?.errors}
                busy={busy}
                labels={labels}
              />
            </Card>
          </div>
        </Stack>
        <Stack>
          <TimeSpent time={model.time} typed={answer?.time} errors={answer?.errors.time} labels={labels} />
          <TicketContext context={model.context} labels={labels} />
        </Stack>
      </Columns>
    </Form>
  );
}

/** The router forgets an action's answer when the page is refreshed by news; the person has not done with it yet. */
function useAnswer(): TicketAnswer | undefined {
  const answer: TicketAnswer | undefined = useActionData<typeof action>();
  const { key } = useLocation();
  const [last, setLast] = useState({ answer, key });
  // The answer comes a moment before the address that it belongs to.
  if (key !== last.key || (answer && answer !== last.answer)) setLast({ answer, key });
  return answer ?? (key === last.key ? last.answer : undefined);
}

/** What was needed once on the way here is nothing to keep or to pass on. */
function useTidyAddress(search: URLSearchParams): void {
  useEffect(() => {
    const url = new URL(window.location.href);
    const spent = ["said", "index"].filter((name) => url.searchParams.has(name));
    for (const name of spent) url.searchParams.delete(name);
    if (spent.length) window.history.replaceState(window.history.state, "", url);
  }, [search]);
}

/** What the ticket is, and what is done about it most often. */
function Status({ errors, busy }: { errors: TicketAnswer["errors"] | undefined; busy: boolean }) {
  const { number, badges, due, facts, phone, quick, labels } = useLoaderData<typeof loader>();
  return (
    <Card>
      <Stack>
        <Inline>
          <strong>{number}</strong>
          {badges.map(({ text, tone }) => (
            <Badge key={text} tone={tone}>
              {text}
            </Badge>
          ))}
          {due?.late && (
            <Badge tone="bad" icon="clock">
              {due.late}
            </Badge>
          )}
          {due && <span className={smallMuted}>{due.text}</span>}
        </Inline>
        <DescriptionList
          items={[
            ...facts.map(({ label, text, href }) => ({ label, value: href ? <a href={href}>{text}</a> : text })),
            ...(phone ? [{ label: phone.label, value: <a href={`tel:${phone.text}`}>{phone.text}</a> }] : []),
          ]}
        />
        <div className={screenOnly}>
          <Stack gap="s">
            <Inline>
              {quick.take && (
                <Button kind="primary" icon="user" name="intent" value="take" aria-busy={busy}>
                  {labels["help-desk:take"]}
                </Button>
              )}
              {quick.steps.map(({ value, label, primary }) => (
                <Button key={value} icon={primary ? "check" : undefined} name="intent" value={value} aria-busy={busy}>
                  {label}
                </Button>
              ))}
            </Inline>
            <div className={css.controls}>
              <div className={css.choice}>
                <Field id="status" label={labels["help-desk:status"]} errors={errors?.status}>
                  <Select
                    id="status"
                    name="status"
                    options={quick.statuses}
                    placeholder={labels["help-desk:choose"]}
                    aria-invalid={errors?.status ? true : undefined}
                    aria-describedby={`status-description${errors?.status ? " status-error" : ""}`}
                  />
                </Field>
                <Button name="intent" value="set_status">
                  {labels["help-desk:set_status"]}
                </Button>
              </div>
              <div className={css.choice}>
                <Field id="responsible" label={labels["help-desk:responsible"]} errors={errors?.responsible}>
                  <Select
                    id="responsible"
                    key={quick.chosen}
                    name="responsible"
                    defaultValue={quick.chosen}
                    options={quick.responsible}
                    placeholder={labels["help-desk:choose"]}
                    aria-invalid={errors?.responsible ? true : undefined}
                    aria-describedby={errors?.responsible ? "responsible-error" : undefined}
                  />
                </Field>
                <Button name="intent" value="assign">
                  {labels["help-desk:assign"]}
                </Button>
              </div>
            </div>
            <p id="status-description" className={smallMuted}>
              {labels["help-desk:status_hint"]}
            </p>
          </Stack>
        </div>
      </Stack>
    </Card>
  );
}
