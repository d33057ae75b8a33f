import { Form, useActionData, useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { useRoot } from "~/frame/use-root";
import { screenOnly } from "~/theme/print.css";
import { Card } from "~/ui/card";
import { Columns, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { TicketContext } from "./context";
import { Conversation } from "./conversation";
import { Head } from "./head";
import { Properties } from "./properties";
import { ReplyFields } from "./reply-fields";
import { ticketLoader } from "./ticket.server";
import { ticketAction, type TicketAnswer } from "./ticket-action.server";
import { TimeSpent } from "./time-spent";
import { useDraft } from "./use-draft";
import { useReading } from "./use-reading";

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
  useReading(model.reading.href, model.reading.seen);
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
          {answer?.unfilled && <Notice tone="warn" title={answer.unfilled} alert />}
          {model.handOver && (
            <Notice tone="warn" title={model.handOver.title}>
              {model.handOver.href ? <a href={model.handOver.href}>{model.handOver.text}</a> : model.handOver.text}
            </Notice>
          )}
          {model.readers && <Notice tone="info" title={model.readers} />}
          <Head model={model} busy={busy} />
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
          <Properties model={model} errors={answer?.errors} />
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
