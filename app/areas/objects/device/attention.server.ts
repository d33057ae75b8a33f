import { createRequirement, listRequirement, tabPath, viewPath } from "~server/contract/entity";
import { planogram } from "~server/contract/entities/planograms";
import { routeSheet } from "~server/contract/entities/route_sheets";
import { ticket } from "~server/contract/entities/tickets";
import { allowed } from "~server/contract/permissions";
import type { DevicePrices } from "~server/contract/prices";
import type { DeviceAttention, StatusRow } from "~server/contract/statuses";
import type { Context } from "~server/web/guard.server";
import { sendPath } from "~/areas/statuses/action.server";
import { type Link, remediesOf, tabOf } from "~/areas/statuses/remedies.server";
import { aged, reportPath, type Troubled, troublesOf } from "~/areas/statuses/troubles.server";
import type { IconName } from "~/ui/icon";
import type { Tone } from "~/ui/tone";

/** What of a machine needs somebody: each reason with what is done about it, and what is done whatever the reason. */
export interface Attention {
  tone: Tone;
  title: string;
  reasons: { text: string; links: Link[] }[];
  links: (Link & { icon: IconName })[];
}

/** Undefined where nothing of it needs anybody, as of a machine that need not work. */
export function attentionOf(context: Context, found: DeviceAttention, prices: DevicePrices): Attention | undefined {
  const { t } = context;
  const { machine } = found;
  if (!machine.in_work) return undefined;
  const troubles = troublesOf(context, machine);
  const reasons = [
    ...troubles.map((trouble) => ({
      text: aged(context, trouble),
      links: remediesOf(context, machine, trouble),
    })),
    ...duties(context, found),
    ...pricesDue(context, prices),
  ];
  if (!reasons.length) return undefined;
  return {
    tone: troubles.some(({ kind }) => kind !== "quiet" && kind !== "door") ? "bad" : "warn",
    title: t("device:attention.title"),
    reasons,
    links: [...reportLink(context, machine), ...sendLink(context, machine), ...callLinks(context, found)],
  };
}

/** What is due though nothing is broken. */
function duties({ t, format }: Context, { machine, service_due, cash, held }: DeviceAttention): Attention["reasons"] {
  const duty = (text: string, tab: string, label: string) => ({ text, links: [{ href: tabOf(machine, tab), label }] });
  return [
    ...(service_due ? [duty(t("device:attention.service"), "maintenance", t("device:maintenance.enter"))] : []),
    ...(cash === null
      ? []
      : [duty(t("device:attention.cash", { amount: format.money(cash) }), "collection", t("resource:tab.collection"))]),
    ...(held ? [duty(`${t("audits:question.held")}: ${format.number(held)}`, "audits", t("resource:tab.audits"))] : []),
  ];
}

/** It is known to charge other prices than its planogram says, and nobody has told it yet or it was told in vain. */
function pricesDue({ t, format, me }: Context, prices: DevicePrices): Attention["reasons"] {
  const count = prices?.cells.filter(({ known }) => known !== null).length ?? 0;
  if (!prices || prices.state === "sent" || !count) return [];
  return [
    {
      text: t("device:attention.prices", { count, shown: format.number(count) }),
      links: allowed(me, listRequirement(planogram))
        ? [{ href: tabPath(planogram, prices.planogram, "prices"), label: t("resource:tab.prices") }]
        : [],
    },
  ];
}

/** The open ticket about it, or where one is opened. */
function reportLink(context: Context, machine: Troubled): Attention["links"] {
  const { t, me } = context;
  const open = machine.ticket;
  if (open)
    return [
      { icon: "lifebuoy", href: viewPath(ticket, open.id), label: t("device:attention.ticket", { number: open.id }) },
    ];
  return allowed(me, createRequirement(ticket))
    ? [{ icon: "lifebuoy", href: reportPath(context, machine), label: t("help-desk:report") }]
    : [];
}

const sendLink = ({ t, me }: Context, machine: StatusRow): Attention["links"] =>
  allowed(me, createRequirement(routeSheet))
    ? [{ icon: "truck", href: sendPath(machine), label: t("device:attention.send") }]
    : [];

/** Who of the crew can be called. */
const callLinks = ({ t }: Context, { people }: DeviceAttention): Attention["links"] =>
  (people ?? []).map(({ name, phone }) => ({
    icon: "user",
    href: `tel:${phone.replaceAll(/[^+\d]/g, "")}`,
    label: t("device:attention.call", { name }),
  }));
