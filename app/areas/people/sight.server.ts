import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { recordCallsOf } from "~server/contract/calls/entities";
import { userGroupSight, userSight } from "~server/contract/calls/people";
import { entityNamed } from "~server/contract/entities";
import { user } from "~server/contract/entities/users";
import type { Ref } from "~server/contract/record";
import type { Sight } from "~server/contract/sight";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { drawnOnServer } from "~server/web/server-only.server";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import { mayInWords } from "./may.server";
import { type SightModel, SightScreen } from "./sight";

const TAB = "sight";
/** What the tiles count. */
const FIRST = ["device", "location", "project"];

/** What a person, or whoever is in a group, really sees. */
export const sightLoader = protectedLoader(
  (place) => {
    const needs = requirementAt("view")(place);
    const tab = tabAt(place, TAB).tabNeeds?.[TAB] ?? "login";
    return needs === "login" || tab === "login" ? needs : [...needs, ...tab];
  },
  async (context) => {
    const { api, params } = context;
    const ids = { id: params.id };
    const isPerson = tabAt(context, TAB).name === user.name;
    const [sight, record] = await Promise.all([
      api.read(isPerson ? userSight : userGroupSight, ids),
      isPerson ? api.read(recordCallsOf(user).read, ids) : undefined,
    ]);
    const html = renderToStaticMarkup(
      createElement(SightScreen, modelOf(context, sight, isPerson, record?.blocked === true)),
    );
    return drawnOnServer(context.request, { html }, "html");
  },
);

function modelOf(context: Context, sight: Sight, isPerson: boolean, isBlocked: boolean): SightModel {
  const { t } = context;
  return {
    notices: [
      ...(isBlocked ? [t("access:sight.blocked")] : []),
      ...(isPerson ? [] : [t("access:sight.in_group")]),
      ...(sight.within ? [t("access:sight.within")] : []),
    ],
    tiles: FIRST.flatMap((name) => {
      const counted = sight.counted.find(({ entity }) => entity === name);
      return counted ? [tileOf(context, counted)] : [];
    }),
    limits: limitsOf(context, sight),
    may: { title: t("access:sight.may"), ...mayInWords(context, sight) },
    numbers: numbersOf(context, sight),
  };
}

type Counted = Sight["counted"][number];

const number = ({ format }: Context, count: number, capped: boolean) => format.number(count) + (capped ? "+" : "");

const seenText = (context: Context, { seen, seen_capped }: Counted) =>
  seen === null ? context.t("access:sight.closed") : number(context, seen, seen_capped);

const tileOf = (context: Context, counted: Counted) => ({
  label: context.t(`entities:${counted.entity}.many`),
  value: seenText(context, counted),
  unit: context.t("access:sight.out_of", { all: number(context, counted.all, counted.all_capped) }),
});

function numbersOf(context: Context, { counted }: Sight): SightModel["numbers"] {
  const { t } = context;
  return {
    title: t("access:sight.numbers"),
    columns: [
      { key: "kind", label: t("access:sight.kind") },
      { key: "seen", label: t("access:sight.seen"), align: "end" },
      { key: "all", label: t("access:sight.of_all"), align: "end" },
    ],
    rows: counted.map((one) => ({
      id: one.entity,
      cells: [
        { text: t(`entities:${entityNamed(one.entity).name}.many`) },
        { text: seenText(context, one) },
        { text: number(context, one.all, one.all_capped) },
      ],
      muted: one.seen === null,
    })),
  };
}

/** What limits somebody: whose limits, of what kind, and by what. */
function limitsOf({ t }: Context, { limits, franchises }: Sight): SightModel["limits"] {
  const named = (kind: string, refs: readonly Ref[]) =>
    refs.length ? [`${t(`entities:${kind}.many`)}: ${refs.map(({ label }) => label).join(", ")}`] : [];
  const items = [
    ...(franchises
      ? [{ label: t("entities:user.fields.franchise"), lines: franchises.map(({ label }) => label) }]
      : []),
    ...limits.map(({ of, mode, projects, locations, devices }) => ({
      label: t(`access:sight.of_${of}`),
      lines: [
        t(`options:access_mode.${mode}`),
        // What all projects leave is not told by what was selected before.
        ...(mode === "OPEN_ALL_PROJECTS"
          ? []
          : [...named("project", projects), ...named("location", locations), ...named("device", devices)]),
      ],
    })),
  ];
  const hint = items.length > 1 ? t("access:sight.together") : items.length ? "" : t("access:sight.no_limits");
  return { title: t("access:sight.limits"), hint, items };
}
