import { REGIONS } from "~server/contract/enums";
import type { Needs, NeedsChoices, NeedsQuery } from "~server/contract/needs";
import type { Context } from "~server/web/guard.server";
import { withParams } from "~/resource/list-address";
import type { Chip } from "~/ui/chips";

const CHOSEN = ["crew", "warehouse", "project", "region", "ingredient"] as const;
type Chosen = (typeof CHOSEN)[number];
/** Filters of needs, in the order of their panel. */
export const FILTERS = [...CHOSEN, "until"] as const;
type Filter = (typeof FILTERS)[number];

/** The panel: selects, and a day. */
export const panelOf = (context: Context, choices: NeedsChoices) =>
  FILTERS.map((name) => ({
    name,
    label: context.t(`needs:filter.${name}`),
    value: context.url.searchParams.get(name) ?? "",
    options: name === "until" ? undefined : optionsOf(context, name, choices),
    hint: name !== "until" && name !== "region" && choices[name].more ? context.t("needs:more_choices") : undefined,
  }));

function optionsOf({ t }: Pick<Context, "t">, name: Chosen, choices: NeedsChoices) {
  if (name === "region") return REGIONS.map((region) => ({ value: region, label: t(`options:region.${region}`) }));
  return choices[name].items.map(({ id, label }) => ({ value: String(id), label }));
}

/** A filter in use, which goes when it is pressed. */
export function chipOf(context: Context, name: Filter, choices: NeedsChoices): Chip {
  const { t, url, format } = context;
  const value = url.searchParams.get(name) ?? "";
  const text =
    name === "until"
      ? format.date(`${value}T12:00:00Z`)
      : (optionsOf(context, name, choices).find((one) => one.value === value)?.label ?? value);
  return { label: `${t(`needs:filter.${name}`)}: ${text}`, href: withParams(url, { [name]: null }) };
}

const SCOPES = [
  ["tomorrow", 1],
  ["three", 3],
  ["week", 7],
] as const;

/** All machines, those that somebody should come to by a day, or those with cash to collect. */
export function scopesOf({ t, url }: Context, query: NeedsQuery) {
  const dayAfter = (days: number) => new Date(Date.parse(todayInKyiv()) + days * 86_400_000).toISOString().slice(0, 10);
  return [
    {
      href: withParams(url, { until: null, cash: null }),
      label: t("needs:scope.all"),
      current: query.until === undefined && query.cash === undefined,
    },
    ...SCOPES.map(([name, days]) => ({
      href: withParams(url, { until: dayAfter(days), cash: null }),
      label: t(`needs:scope.${name}`),
      current: query.until === dayAfter(days) && query.cash === undefined,
    })),
    {
      href: withParams(url, { cash: "1", until: null }),
      label: t("needs:scope.cash"),
      current: query.cash !== undefined && query.until === undefined,
    },
  ];
}

/** Today by the company's clock. */
export const todayInKyiv = (): string =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Kyiv" }).format(new Date());

/** The day until which losses are told, without its year. */
export const dayOf = ({ format }: Pick<Context, "format">, { until }: Pick<Needs, "until">): string =>
  format.date(`${until}T12:00:00Z`);
