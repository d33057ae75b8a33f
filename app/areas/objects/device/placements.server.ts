import { devicePlacements } from "~server/contract/calls/fleet";
import { ref } from "~server/contract/fields";
import { type Place, type Placement, PLACES } from "~server/contract/placements";
import { pageQuery, sensible } from "~server/contract/query";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { paginationOf } from "~/resource/pagination.server";
import { shown } from "~/resource/show.server";
import type { Column, Row } from "~/ui/data-table";
import { DEVICE } from "./device.server";
import { placementsLabels } from "./labels";

const LABELS: Record<Place, string> = {
  location: "entities:device.fields.location",
  project: "entities:location.fields.project",
  company: "entities:location.fields.company",
  franchise: "entities:location.fields.franchise",
  division: "entities:location.fields.division",
  location_group: "device:placement.location_group",
  crew: "entities:location_group.fields.crew",
  planogram: "entities:device.fields.planogram",
};

/** What small screens show below the moment. */
const BRIEF: ReadonlySet<Place> = new Set(["location", "crew", "planogram"]);

/** The tab of placements: where the machine stood since when, whose it was, who served it and what it sold by. */
export const placementsLoader = protectedLoader(DEVICE, async (context) => {
  const { api, params, t, url } = context;
  const { page } = sensible(pageQuery, url.searchParams);
  const found = await api.read(devicePlacements, { id: params.id }, { page });
  // A network without divisions or franchises needs no columns of dashes.
  const places = PLACES.filter((place) => found.items.some((one) => one[place] !== null));
  return {
    columns: [
      { key: "from", label: t("device:placement.from") },
      ...places.map((place) => ({ key: place, label: t(LABELS[place]), brief: BRIEF.has(place) })),
    ] satisfies Column[],
    rows: found.items.map((one, index) => rowOf(context, one, places, page === 1 && index === 0)),
    pagination: paginationOf(context, found),
    labels: pick(t, placementsLabels),
  };
});

const rowOf = (context: Context, placement: Placement, places: readonly Place[], isNow: boolean): Row => ({
  id: String(placement.id),
  cells: [
    {
      text: placement.from ? context.format.dateTime(placement.from) : context.t("device:placement.always"),
      hint: isNow ? context.t("device:placement.now") : undefined,
    },
    ...places.map((place) => shown(context, ref(place), placement[place])),
  ],
});
