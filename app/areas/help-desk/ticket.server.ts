import { randomUUID } from "node:crypto";
import { callsOf } from "~server/contract/calls/entities";
import { deviceAttention } from "~server/contract/calls/fleet";
import * as calls from "~server/contract/calls/help-desk";
import { sensible } from "~server/contract/query";
import { listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { ticketSolution } from "~server/contract/entities/ticket_solutions";
import { ticketState } from "~server/contract/entities/ticket_states";
import { ticket } from "~server/contract/entities/tickets";
import { TICKET_STATUSES } from "~server/contract/enums";
import { MESSAGE_MAX } from "~server/contract/help-desk";
import { allowed } from "~server/contract/permissions";
import { plain } from "~server/contract/plain";
import { type RecordData, type Ref, refSchema } from "~server/contract/record";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { orWithout } from "~server/web/without.server";
import { fileInputs, fileRules } from "~/resource/files.server";
import { choicesOf } from "~/resource/choices.server";
import { shown } from "~/resource/show.server";
import type { Option } from "~/ui/field";
import { paymentsAround } from "~/areas/payments/around.server";
import { alertsOf, contextModel } from "./context.server";
import { conversationModel, exactTime, partOf } from "./conversation.server";
import { errorName } from "./error-name.server";
import { ticketLabels } from "./labels";
import { partsOf } from "./time-parts";

/** What the ticket's own page needs. */
export const TICKET = listRequirement(ticket);
/** Solutions and states offered in a list to choose from. */
const MAX_OFFERED = "200";

/** The ticket's page: what it is, what was said, how to answer, and what stands beside it. */
export const ticketLoader = protectedLoader(TICKET, (context) => ticketModel(context));

async function ticketModel(context: Context) {
  const { api, me, t, url } = context;
  const { id } = context.params;
  const { before } = sensible(calls.conversation.query, url.searchParams);
  const [record, conversation, around, states] = await Promise.all([
    api.read(callsOf(ticket).read, { id }),
    api.read(calls.conversation, { id }, { before }),
    api.read(calls.ticketContext, { id }),
    api.read(callsOf(ticketState).list, {}, { limit: MAX_OFFERED }),
  ]);
  const status = plain(record.status);
  const responsible = refSchema.nullable().parse(record.responsible);
  const [alerts, attention, people, solutions, payments] = await Promise.all([
    alertsOf(context, record.id),
    around.machine && allowed(me, listRequirement(device))
      ? orWithout(api.read(deviceAttention, { id: around.machine.id }), undefined)
      : undefined,
    choicesOf(context, "user", responsible ? [responsible] : [], "", {
      help_desk_responsible: "true",
      blocked: "false",
    }),
    solutionsFor(context, refSchema.nullable().parse(record.category)),
    around.machine && record.opened_at
      ? paymentsAround(context, around.machine.id, plain(record.opened_at))
      : undefined,
  ]);
  return {
    id: record.id,
    person: context.me.id,
    ...factsOf(context, record, conversation.target),
    handOver: handOverOf(context, record, responsible),
    readers: conversation.readers.length
      ? t("help-desk:readers", { people: conversation.readers.map(({ label }) => label).join(", ") })
      : undefined,
    reading: { href: `/help_desk/readers/${record.id}`, seen: conversation.seen_at },
    quick: {
      take: conversation.can_take ? takeOf(context, record, responsible) : undefined,
      status: record.state ? `state ${refSchema.parse(record.state).id}` : `status ${status}`,
      steps: stepsFrom(status).map((one) => ({
        value: `status ${one}`,
        label: t(`help-desk:step.${one}`),
        primary: one === "RESOLVED",
      })),
      statuses: statusOptions(context, states.items),
      responsible: people.options,
      /** Where the others are searched, when there are more than are offered. */
      others: people.more ? `${ticketPath(record.id)}/assign` : undefined,
      chosen: responsible ? String(responsible.id) : "",
    },
    entries: conversationModel(context, record, conversation),
    part: partOf(context, record, conversation, before),
    reply: {
      key: randomUUID(),
      most: MESSAGE_MAX,
      statuses: statusOptions(context, states.items),
      solutions,
      after: afterReply(context, record, responsible),
      files: attachmentRules(context),
    },
    time: timeOf(context, record, conversation.running),
    context: { ...contextModel(context, around, attention?.machine, plain(record.opened_at)), alerts, payments },
    labels: pick(t, ticketLabels),
  };
}

export type TicketModel = Awaited<ReturnType<typeof ticketModel>>;

/** A ticket that is nobody's, or whose person can be responsible no longer, is taken; one of a colleague is taken over. */
function takeOf({ me, t }: Context, { open, free }: RecordData, responsible: Ref | null) {
  if (open !== true || responsible?.id === me.id) return undefined;
  const isFree = free === true;
  return isFree
    ? { isFree, intent: "take", label: t("help-desk:take") }
    : { isFree, intent: "take_over", label: t("help-desk:take_over") };
}

/** What a reply makes of the ticket unless another choice is made: who only adds to a ticket of their own has answered nobody. */
function afterReply({ me }: Context, { status, open, author }: RecordData, responsible: Ref | null): string {
  const isOwn = refSchema.nullable().parse(author)?.id === me.id && responsible?.id !== me.id;
  return status === "REPLIED" || open !== true || isOwn ? "" : "status REPLIED";
}

/** The next steps that are one press away. */
function stepsFrom(status: string): (typeof TICKET_STATUSES)[number][] {
  if (status === "CLOSED") return ["IN_PROGRESS"];
  if (status === "RESOLVED") return ["CLOSED", "IN_PROGRESS"];
  return status === "IN_PROGRESS" ? ["ON_HOLD", "RESOLVED"] : ["IN_PROGRESS", "RESOLVED"];
}

/** The eight statuses and the company's own, as one list; a value says which kind it is. */
const statusOptions = ({ t }: Pick<Context, "t">, states: readonly RecordData[]): Option[] => [
  ...TICKET_STATUSES.map((status) => ({ value: `status ${status}`, label: t(`options:ticket_status.${status}`) })),
  ...states.map((state) => ({ value: `state ${state.id}`, label: state.title })),
];

async function solutionsFor({ api }: Pick<Context, "api">, category: Ref | null): Promise<Option[]> {
  const query = new URLSearchParams([
    ["limit", MAX_OFFERED],
    ...(category
      ? [
          ["category", String(category.id)],
          ["category", "none"],
        ]
      : []),
  ]);
  return (await api.read(callsOf(ticketSolution).list, {}, query)).items.map(({ id, title }) => ({
    value: String(id),
    label: title,
  }));
}

/** What may be attached to a message. */
function attachmentRules(context: Pick<Context, "t" | "format">) {
  const { files } = ticket.fields;
  return { ...fileRules(context, files), most: files.most, inputs: fileInputs("files") };
}

function factsOf(context: Context, record: RecordData, target: "response" | "resolution" | null) {
  const { t, format } = context;
  const cell = (name: keyof typeof ticket.fields) => shown(context, ticket.fields[name], record[name]);
  const state = cell("state");
  const due = plain(record.due_at);
  return {
    number: `#${record.id}`,
    badges: [cell("status"), ...(record.state ? [state] : []), cell("priority")].map(({ text, tone = "neutral" }) => ({
      text,
      tone,
    })),
    due:
      target === null
        ? undefined
        : {
            text: t(`help-desk:due.${target}`, { time: format.dateTime(due), age: format.age(due) }),
            late: cell("due_at").badge ? cell("due_at").text : undefined,
          },
    facts: (["category", "type", "error_code", "author", "opened_at"] as const)
      .filter((name) => name !== "error_code" || record.error_code)
      .map((name) => ({
        label: t(`entities:ticket.fields.${name}`),
        ...cell(name),
        ...(name === "error_code" ? { text: errorName(context, plain(record.error_code)) } : {}),
      })),
    phone: record.client_phone
      ? { label: t("entities:ticket.fields.client_phone"), text: plain(record.client_phone) }
      : undefined,
  };
}

/** Why somebody else must be made responsible. */
function handOverOf(context: Context, record: RecordData, responsible: Ref | null) {
  const { t } = context;
  const state = plain(record.responsible_state);
  if (!responsible || state === "OK" || record.open !== true) return undefined;
  return {
    title: t(state === "NOT_FOUND" ? "help-desk:hand_over.not_found" : "help-desk:hand_over.no_longer"),
    text: t("help-desk:hand_over.change", { name: responsible.label }),
    href: "#responsible",
  };
}

/** Time spent in days, hours, minutes and seconds, as it is shown and corrected. */
function timeOf({ t }: Pick<Context, "t">, record: RecordData, running: boolean) {
  const seconds = Number(record.time_spent);
  return {
    parts: partsOf(seconds).map(({ name, value }) => ({
      name,
      value: String(value),
      label: t(`help-desk:time.${name}`),
    })),
    text: exactTime(t, seconds),
    state: t(running ? "help-desk:time.runs" : "help-desk:time.stands"),
    running,
  };
}

/** Address of the ticket's page. */
export const ticketPath = (id: number | string): string => viewPath(ticket, id);
