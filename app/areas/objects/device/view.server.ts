import { createElement } from "react";
import { deviceAttention } from "~server/contract/calls/fleet";
import { devicePrices } from "~server/contract/calls/prices";
import { type Entity, listRequirement, viewPath } from "~server/contract/entity";
import { crew } from "~server/contract/entities/crews";
import { deviceModel } from "~server/contract/entities/device_models";
import { location } from "~server/contract/entities/locations";
import { ticket } from "~server/contract/entities/tickets";
import { allowed } from "~server/contract/permissions";
import { type RecordData, type Ref, refSchema } from "~server/contract/record";
import type { DeviceAttention } from "~server/contract/statuses";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { aged, troublesOf } from "~/areas/statuses/troubles.server";
import { toneOf } from "~/resource/tones";
import { type Head, viewOf } from "~/resource/view.server";
import type { BadgeProps } from "~/ui/badge";
import { attentionOf } from "./attention.server";
import { DEVICE } from "./device.server";
import { MachineHead } from "./head";

/** Loader of the frame around a machine's tabs: what machine it is, where it stands, and what of it needs somebody. */
export const deviceViewLoader = protectedLoader(DEVICE, (context) => viewOf(context, headOf));

async function headOf(context: Context, machine: RecordData): Promise<Head> {
  const { api } = context;
  const { id } = machine;
  const [found, prices] = await Promise.all([api.read(deviceAttention, { id }), api.read(devicePrices, { id })]);
  const attention = attentionOf(context, found, prices);
  return {
    badges: badgesOf(context, found, attention !== undefined),
    below: createElement(MachineHead, { about: aboutOf(context, machine, found), attention }),
  };
}

/** Its model, its place with the address, its crew. */
function aboutOf(context: Context, { model }: RecordData, { machine, address }: DeviceAttention) {
  const { t, me } = context;
  const { location: place, city, crew: serving } = machine;
  const link = (entity: Entity, { id, label }: Ref) => ({
    text: label,
    ...(allowed(me, listRequirement(entity)) ? { href: viewPath(entity, id) } : {}),
  });
  const known = refSchema.nullish().parse(model);
  return [
    ...(known ? [link(deviceModel, known)] : []),
    place ? link(location, place) : { text: t("dashboard:no_location") },
    ...(city || address ? [{ text: [city, address].filter(Boolean).join(", ") }] : []),
    ...(serving ? [link(crew, serving)] : []),
  ];
}

/** How it stands: green only where nothing of it needs anybody. */
function badgesOf(context: Context, { machine }: DeviceAttention, isNeedy: boolean): Head["badges"] {
  const { t } = context;
  const { status, last_contact_at: last, ticket: open } = machine;
  const troubles = troublesOf(context, machine);
  const tone = toneOf("device_status", status)?.tone ?? "neutral";
  return [
    {
      tone: status === "ONLINE" && !isNeedy ? "ok" : tone,
      children: aged(context, {
        what: t(`options:device_status.${status}`),
        since: status === "OFFLINE" ? last : null,
      }),
    },
    ...troubles.flatMap((trouble): BadgeProps[] =>
      trouble.kind === "power" || trouble.kind === "door"
        ? [{ tone: trouble.kind === "power" ? "bad" : "warn", children: aged(context, trouble) }]
        : [],
    ),
    ...(machine.in_work ? [] : [{ tone: "neutral" as const, children: t("device:attention.out_of_work") }]),
    ...(open
      ? [
          {
            tone: "info" as const,
            icon: "lifebuoy" as const,
            children: `${t("statuses:ticket", { number: open.id })} · ${open.responsible ?? t("statuses:nobody")}`,
            href: viewPath(ticket, open.id),
          },
        ]
      : []),
  ];
}
