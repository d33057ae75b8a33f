import type { Alert } from "~server/contract/alerts";
import { ticket } from "~server/contract/entities/tickets";
import { listRequirement, viewPath } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import type { Context } from "~server/web/guard.server";
import { toneOf } from "~/resource/tones";
import type { Cell } from "~/ui/data-cell";
import type { Tone } from "~/ui/tone";

type Words = Pick<Context, "t" | "format">;

/** Where it is: a place with its city, a city, a region, the whole network. */
export function whereOf(
  { t }: Pick<Context, "t">,
  { scope, place, region }: Pick<Alert, "scope" | "place" | "region">,
) {
  if (scope === "network") return t("alerts:network");
  return place ?? (region === null ? t("alerts:network") : t(`options:region.${region}`));
}

/** How many, and the first of them: "Machines: 12 · 30001". */
export const whatOf = ({ t, format }: Words, { cause, count, first }: Pick<Alert, "cause" | "count" | "first">) =>
  count === 1 && first !== null
    ? first
    : t(`alerts:count.${cause === "desk" || cause === "payment" ? cause : "device"}`, {
        count,
        shown: format.number(count),
      });

export const levelCell = ({ t }: Pick<Context, "t">, level: Alert["level"]): Cell => ({
  text: t(`options:alert_level.${level}`),
  ...toneOf("alert_level", level),
});

const STATE_TONES = { open: "bad", acknowledged: "warn", closed: "ok" } as const satisfies Record<string, Tone>;
export const stateOf = ({ t }: Pick<Context, "t">, { state }: Pick<Alert, "state">) => ({
  text: t(`alerts:state.${state}`),
  tone: STATE_TONES[state],
});

/** How long it has lasted, or did. */
export const spanOf = ({ format }: Words, { since, closed_at }: Pick<Alert, "since" | "closed_at">) =>
  format.span(Math.max(0, (closed_at === null ? Date.now() : Date.parse(closed_at)) - Date.parse(since)) / 1_000);

/** Who looks after it: who took note, and the ticket. */
export function careOf({ t, me, format }: Pick<Context, "t" | "me" | "format">, alert: Alert): Cell {
  const { acknowledged_by, acknowledged_at, ticket: number } = alert;
  const taken = acknowledged_at === null ? undefined : `${acknowledged_by ?? "—"}, ${format.age(acknowledged_at)}`;
  if (number === null) return { text: taken ?? "—" };
  return {
    text: t("statuses:ticket", { number }),
    href: allowed(me, listRequirement(ticket)) ? viewPath(ticket, number) : undefined,
    hint: taken,
  };
}
