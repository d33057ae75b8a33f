import { REGIONS } from "~server/contract/enums";
import { COUNTED_STATES, type CountedState, type StatusChoices, type Statuses } from "~server/contract/statuses";
import type { Context } from "~server/web/guard.server";
import { withParams } from "~/resource/list-address";
import type { Chip } from "~/ui/chips";

export const FILTERS = ["project", "location", "crew", "region"] as const;
type Filter = (typeof FILTERS)[number];

/** Machines by state as tabs, each with their number. */
export function tabs({ t, url, format }: Context, { counts }: Statuses, current: CountedState | undefined) {
  return [
    {
      href: withParams(url, { state: null }),
      label: t("statuses:all"),
      count: format.number(counts.total),
      current: !current,
    },
    ...COUNTED_STATES.map((state) => ({
      href: withParams(url, { state }),
      label: t(`statuses:state.${state}`),
      count: format.number(counts.states.find((one) => one.state === state)?.count ?? 0),
      current: current === state,
    })),
  ];
}

/** The panel of filters. */
export const panelOf = (context: Context, choices: StatusChoices) =>
  FILTERS.map((name) => ({
    name,
    label: context.t(`statuses:filter.${name}`),
    value: context.url.searchParams.get(name) ?? "",
    options: options(context, name, choices),
    hint: hint(context, name, choices),
  }));

function options({ t }: Pick<Context, "t">, name: Filter, choices: StatusChoices) {
  if (name === "region") return REGIONS.map((region) => ({ value: region, label: t(`options:region.${region}`) }));
  return choices[name].items.map(({ id, label }) => ({ value: String(id), label }));
}

const hint = ({ t }: Pick<Context, "t">, name: Filter, choices: StatusChoices) =>
  name !== "region" && choices[name].more ? t("statuses:more_choices") : undefined;

/** A filter in use, which goes when it is pressed. */
export function chip(context: Context, name: Filter, choices: StatusChoices): Chip {
  const value = context.url.searchParams.get(name) ?? "";
  const found = options(context, name, choices).find((one) => one.value === value);
  return {
    label: `${context.t(`statuses:filter.${name}`)}: ${found?.label ?? value}`,
    href: withParams(context.url, { [name]: null }),
  };
}
