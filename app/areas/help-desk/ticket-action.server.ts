import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { z } from "zod";
import { callsOf } from "~server/contract/calls/entities";
import { addEntry, setTime, ticketContext } from "~server/contract/calls/help-desk";
import { notFound } from "~server/web/screens.server";
import { ticketSolution } from "~server/contract/entities/ticket_solutions";
import { ticket, TICKET_FILES } from "~server/contract/entities/tickets";
import { MESSAGE_MAX, SAID_KINDS, type SaidKind } from "~server/contract/help-desk";
import { plain } from "~server/contract/plain";
import { filledIn, unfilledIn } from "~server/contract/solution-fields";
import { type ActionContext, protectedAction } from "~server/web/guard.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { BACK, LOST_FILES } from "~server/web/held";
import { redirectWithToast } from "~server/web/toast.server";
import type { PostResult } from "~server/web/outcome.server";
import { fileBytes, fileMemory, type FormFile, type Received, receiveFiles } from "~/resource/files.server";
import { toWire } from "~/resource/wire.server";
import { TICKET, ticketPath } from "./ticket.server";
import { TIME_PARTS, type TimePart } from "./time-parts";

/** What is being written: it comes back with every answer that does not send it. */
export interface Draft {
  text: string;
  files: (FormFile & { memory: string })[];
  after: string;
  solution: string;
  key: string;
  /** Changes when the text was written by somebody else than the person: then it must be shown anew. */
  stamp: string;
}

/** What the page says when an action did not lead on. */
export interface TicketAnswer {
  draft: Draft;
  /** Another one for every answer: what was chosen to be uploaded has been dealt with. */
  turn: string;
  done?: string;
  error?: string;
  /** What was not sent because the session had ended is back. */
  held?: { title: string; text?: string };
  /** A ready answer was put in, but not all of its places could be filled in. */
  unfilled?: string;
  /** The time as it was typed, when it could not be saved. */
  time?: Partial<Record<TimePart, string>>;
  errors: {
    text?: string[];
    files?: string[];
    responsible?: string[];
    status?: string[];
    time?: Partial<Record<TimePart, string[]>>;
  };
}

/** Longest form that is no file: a message and everything around it. */
const FORM_BYTES = 256 * 1024;

/**
 * Every button of the ticket's page belongs to one form, so that what is being written goes along with each and
 * comes back; `intent` says which button it was.
 */
export const ticketAction = protectedAction(
  TICKET,
  async (context) => {
    const received = await receiveFiles(context, ticket);
    const draft = draftOf(received);
    const refused = received.errors.files;
    const intent = plain(received.form.get("intent"));
    // A file that was refused must be seen before anything goes out without it.
    if (refused) return answer(draft, { errors: { files: refused } }, 400);
    const kind = SAID_KINDS.find((one) => one === intent);
    // What was held comes without its files: it is sent when the person has seen that.
    if (intent === BACK || (kind && received.form.has(LOST_FILES)))
      return answer(draft, { held: heldOf(context, received.form) });
    if (kind) return say(context, draft, kind);
    if (intent === "insert") return insert(context, draft);
    if (intent === "take") return act(context, draft, "take", {}, "responsible");
    if (intent === "take_over")
      return act(context, draft, "assign", { responsible: String(context.me.id) }, "responsible");
    if (intent === "assign")
      return act(context, draft, "assign", { responsible: plain(received.form.get("responsible")) }, "responsible");
    if (intent === "time") return correctTime(context, draft, received.form);
    const target = intent === "set_status" ? plain(received.form.get("status")) : intent;
    const [, what, value = ""] = /^(status|state) (\w{1,20})$/.exec(target) ?? [];
    if (what) return act(context, draft, `set_${what}`, { [what]: value }, "status");
    if (intent === "set_status") return answer(draft, { errors: { status: [context.t("errors:required")] } }, 400);
    return answer(draft, {});
  },
  { limit: FORM_BYTES + fileBytes(ticket) },
);

/** Says that nothing was sent, and which files are missing. */
function heldOf({ t }: ActionContext, form: FormData): TicketAnswer["held"] {
  const files = plain(form.get(LOST_FILES));
  return {
    title: t("help-desk:reply.back"),
    text: files ? `${t("session:continue.files_lost")}: ${files}` : undefined,
  };
}

function draftOf({ form, files }: Received): Draft {
  const key = plain(form.get("key"));
  return {
    text: plain(form.get("text")).replace(/\r\n/g, "\n"),
    files: (files.files ?? []).map((file) => ({ ...file, memory: fileMemory(file) })),
    after: plain(form.get("after")),
    solution: plain(form.get("solution")),
    stamp: plain(form.get("stamp")).slice(0, 40),
    key: /^[\w-]{8,100}$/.test(key) ? key : randomUUID(),
  };
}

const answer = (draft: Draft, more: Partial<TicketAnswer>, status = 200) =>
  data<TicketAnswer>({ draft, turn: randomUUID(), errors: {}, ...more }, { status });

async function say(context: ActionContext, draft: Draft, kind: SaidKind) {
  const { t, api, params } = context;
  if (!draft.text.trim() && !draft.files.length)
    return answer(draft, { errors: { text: [t("errors:required")] } }, 400);
  if (draft.text.trim().length > MESSAGE_MAX)
    return answer(draft, { errors: { text: [t("errors:max_length", { count: MESSAGE_MAX })] } }, 400);
  if (draft.files.length > TICKET_FILES.most)
    return answer(draft, { errors: { files: [t("errors:too_many_files")] } }, 400);
  const unfilled = kind === "REPLY" ? unfilledIn(draft.text) : [];
  if (unfilled.length)
    return answer(draft, { errors: { text: [t("help-desk:reply.unfilled", { fields: unfilled.join(", ") })] } }, 400);
  const [what, value] = kind === "REPLY" ? draft.after.split(" ") : [];
  const outcome = await api.change(
    addEntry,
    { id: params.id },
    toWire({
      kind,
      text: draft.text,
      key: draft.key,
      files: draft.files.map(({ id }) => id),
      ...(what && value ? { [what]: value } : {}),
    }),
  );
  if (!outcome.ok) return refusal(context, draft, outcome, undefined);
  throw await redirectWithToast(`${ticketPath(params.id ?? "")}?said=${outcome.data.id}#entry-${outcome.data.id}`, {
    tone: "ok",
    key: `help-desk:said.${kind}`,
  });
}

/** Puts a solution's text where the answer is written, with what is known of the ticket in its places. */
async function insert(context: ActionContext, draft: Draft) {
  if (!/^\d{1,9}$/.test(draft.solution)) return answer(draft, {});
  const { api, t, me, params } = context;
  const { id } = params;
  const [solution, { client_phone }, { machine }] = await Promise.all([
    api.read(callsOf(ticketSolution).read, { id: draft.solution }),
    api.read(callsOf(ticket).read, { id }),
    api.read(ticketContext, { id }),
  ]);
  const answered = filledIn(plain(solution.text), {
    ticket: `#${id}`,
    machine: machine?.serial_number,
    place: [machine?.location, machine?.address].filter(Boolean).join(", "),
    phone: plain(client_phone),
    name: me.full_name,
  });
  const text = [draft.text.trimEnd(), answered.text].filter(Boolean).join("\n\n");
  return answer(
    { ...draft, text, solution: "", stamp: randomUUID() },
    answered.missing.length ? { unfilled: t("help-desk:reply.unfilled", { fields: answered.missing.join(", ") }) } : {},
  );
}

async function act(
  context: ActionContext,
  draft: Draft,
  name: string,
  values: Record<string, string>,
  place: "responsible" | "status",
) {
  const call = callsOf(ticket).actions.get(name);
  if (!call) throw notFound();
  const outcome = await context.api.change(call, { id: context.params.id }, values);
  if (!outcome.ok) return refusal(context, draft, outcome, place);
  return done(context, draft, `entities:ticket.actions.${name}.done`);
}

const whole = z
  .string()
  .transform((raw) => raw.trim() || "0")
  .pipe(
    z
      .string()
      .regex(/^\d{1,6}$/)
      .transform(Number),
  );

async function correctTime(context: ActionContext, draft: Draft, form: FormData) {
  const time = Object.fromEntries(TIME_PARTS.map(({ name }) => [name, plain(form.get(`time_${name}`)).slice(0, 20)]));
  const refused = (errors: Record<string, string[]>, status: number) =>
    answer(draft, { time, errors: { time: errors } }, status);
  const read = TIME_PARTS.map(({ name, seconds }) => ({ name, seconds, value: whole.safeParse(time[name]).data }));
  const wrong = read.filter(({ value }) => value === undefined);
  if (wrong.length)
    return refused(Object.fromEntries(wrong.map(({ name }) => [name, [context.t("help-desk:time.whole")]])), 400);
  const total = read.reduce((sum, { seconds, value = 0 }) => sum + seconds * value, 0);
  const outcome = await context.api.change(setTime, { id: context.params.id }, { seconds: String(total) });
  // Too much in all: the largest part is to blame.
  const largest = read.find(({ value }) => value)?.name ?? "seconds";
  if (!outcome.ok)
    return refused(
      { [largest]: Object.values(fieldTexts(context.t, outcome.fields))[0] ?? [errorText(context.t, outcome.error)] },
      outcome.status,
    );
  return done(context, draft, "help-desk:time.saved");
}

/** Leads on, unless something is being written: then it stays in sight. */
async function done({ t, params }: ActionContext, draft: Draft, key: string) {
  if (draft.text.trim() || draft.files.length) return answer(draft, { done: t(key) });
  throw await redirectWithToast(ticketPath(params.id ?? ""), { tone: "ok", key });
}

function refusal(
  { t }: ActionContext,
  draft: Draft,
  outcome: Exclude<PostResult<unknown>, { ok: true }>,
  place: "responsible" | "status" | undefined,
) {
  const { text, files, ...others } = fieldTexts(t, outcome.fields);
  const [other] = Object.values(others);
  const errors = { text, files, ...(place && other ? { [place]: other } : {}) };
  const isBeside = text ?? files ?? (place && other);
  return answer(
    draft,
    { errors, error: isBeside ? undefined : (other?.[0] ?? errorText(t, outcome.error)) },
    outcome.status,
  );
}
