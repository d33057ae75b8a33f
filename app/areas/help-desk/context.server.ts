import type { z } from "zod";
import { type Alert, alertPath, ALERTS_SEEN } from "~server/contract/alerts";
import { alerts } from "~server/contract/calls/alerts";
import { createRequirement, listRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { refund } from "~server/contract/entities/refunds";
import { ticket } from "~server/contract/entities/tickets";
import type { ticketContextSchema, OtherTicket } from "~server/contract/help-desk";
import { allowed } from "~server/contract/permissions";
import type { StatusRow } from "~server/contract/statuses";
import type { Context } from "~server/web/guard.server";
import { spanOf, stateOf, whatOf, whereOf } from "~/areas/alerts/words.server";
import { saleReceiptCell } from "~/areas/fiscal/words.server";
import { aged, type Trouble, troublesOf } from "~/areas/statuses/troubles.server";
import { holderWords } from "~/areas/holder-words.server";
import { toneOf } from "~/resource/tones";
import { errorMeaning } from "./error-name.server";

type TicketContext = z.infer<typeof ticketContextSchema>;

/** What stands beside a ticket, in words. */
export function contextModel(
  context: Context,
  { machine, of_machine, of_client }: TicketContext,
  state: StatusRow | undefined,
  openedAt: string,
) {
  return {
    machine: machine && {
      ...machineModel(context, machine, state ? troublesBesides(context, state) : []),
      refund: refundLink(context, machine.id, openedAt),
    },
    ofMachine: of_machine.map((one) => otherModel(context, one)),
    allOfMachine: machine ? `${ticket.paths.list}?scope=all&device=${machine.id}` : undefined,
    ofClient: of_client.map((one) => otherModel(context, one)),
  };
}

/** Where the money of a vend around the time of the ticket is given back. */
function refundLink({ t, me, params }: Context, machine: number, at: string) {
  if (!allowed(me, createRequirement(refund))) return undefined;
  const asked = new URLSearchParams({ device: String(machine), ticket: params.id ?? "", at });
  return { href: `${refund.paths.create}?${asked}`, label: t("entities:refund.create") };
}

/** What is wrong with it besides its errors, which stand below, and the ticket itself. */
const troublesBesides = (context: Context, state: StatusRow) =>
  troublesOf(context, state).filter(({ kind }) => kind !== "error" && kind !== "ticket");

function machineModel(context: Context, machine: NonNullable<TicketContext["machine"]>, troubles: readonly Trouble[]) {
  const { t, format, me } = context;
  const withAge = (at: string | null) => (at ? `${format.dateTime(at)} (${format.age(at)})` : "—");
  return {
    title: machine.serial_number,
    href: allowed(me, listRequirement(device)) ? viewPath(device, machine.id) : undefined,
    status: {
      text: t(`options:device_status.${machine.status}`),
      tone: toneOf("device_status", machine.status)?.tone ?? "neutral",
    },
    troubles: troubles.map((trouble) => aged(context, trouble)),
    facts: [
      { label: t("entities:device.fields.model"), value: machine.model ?? "—" },
      {
        label: t("entities:device.fields.location"),
        value: [machine.location, machine.address].filter(Boolean).join(", ") || "—",
      },
      { label: t("entities:device.fields.last_contact_at"), value: withAge(machine.last_contact_at) },
      { label: t("entities:device.fields.last_sale_at"), value: withAge(machine.last_sale_at) },
    ],
    errors: machine.errors.map(({ code, opened_at }) => ({
      code,
      text: errorMeaning(context, code),
      since: format.age(opened_at),
    })),
    sales: machine.sales.map((sale, index) => ({
      id: index,
      product: sale.name ?? (sale.selection === null ? "—" : t("help-desk:cell", { cell: sale.selection })),
      amount: `${format.number(sale.count)} × ${format.money(Math.round(sale.amount / sale.count))}`,
      about: [
        format.dateTime(sale.sold_at),
        t(`options:source.${sale.source}`),
        ...(sale.paid_with ? [t(`options:event_kind.${sale.paid_with}`)] : []),
        ...holderWords(context, sale.holder).names,
        ...(sale.receipt ? [`${t("sales:receipt")}: ${saleReceiptCell(context, sale.receipt).text}`] : []),
      ].join(" · "),
    })),
  };
}

/** The latest alerts that a ticket is about, for who sees alerts. */
export async function alertsOf(context: Context, ticket: number) {
  const { api, me } = context;
  if (!allowed(me, ALERTS_SEEN)) return [];
  const { items } = await api.read(alerts, {}, { state: "all", ticket: String(ticket), limit: MOST_ALERTS });
  return items.map((one) => alertModel(context, one));
}
const MOST_ALERTS = "6";

const alertModel = (context: Context, alert: Alert) => ({
  id: String(alert.id),
  href: alertPath(alert.id),
  title: `${alert.name}: ${whatOf(context, alert)}`,
  status: stateOf(context, alert),
  age: [whereOf(context, alert), spanOf(context, alert)].join(" · "),
});

function otherModel({ t, format }: Context, { id, subject, status, state, last_message_at }: OtherTicket) {
  const tone =
    (state?.colour ? toneOf("state_colour", state.colour) : toneOf("ticket_status", status))?.tone ?? "neutral";
  return {
    id: String(id),
    href: viewPath(ticket, id),
    title: `#${id} ${subject}`,
    status: { text: state?.label ?? t(`options:ticket_status.${status}`), tone },
    age: format.age(last_message_at),
  };
}
