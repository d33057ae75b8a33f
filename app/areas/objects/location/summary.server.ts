import { callsOf } from "~server/contract/calls/entities";
import { listRequirement, viewPath } from "~server/contract/entity";
import { crew } from "~server/contract/entities/crews";
import { device } from "~server/contract/entities/devices";
import { allowed } from "~server/contract/permissions";
import { type RecordData, refSchema } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import { machinesOf } from "~/areas/statuses/machines.server";
import { NO_RECORDS, summaryLoaderOf } from "~/resource/summary.server";

/** A place: its machines with what is wrong at each, what they sell, who serves them, where it is. */
export const locationSummaryLoader = summaryLoaderOf(async (context, record) => {
  const [{ tiles, tables }, crews] = await Promise.all([
    machinesOf(context, { location: record.id }),
    crewsOf(context, record.id),
  ]);
  return {
    tiles,
    tables,
    facts: [...crews, ...mapOf(context, record)],
    untold: ["latitude", "longitude", "devices_count"],
  };
});

/** Who serves the machines of a place, for who may know: of its own list, of its group, or in place of another. */
async function crewsOf({ api, t, me }: Context, location: number) {
  if (![crew, device].every((entity) => allowed(me, listRequirement(entity)))) return [];
  const { items } = await api.readOr(
    NO_RECORDS,
    callsOf(device).list,
    {},
    new URLSearchParams({ location: String(location), limit: MOST }),
  );
  const crews = new Map(
    items.flatMap((machine) => refSchema.safeParse(machine.crew).data ?? []).map((one) => [one.id, one]),
  );
  return [...crews.values()].map(({ id, label }) => ({
    label: t("statuses:filter.crew"),
    text: label,
    href: viewPath(crew, id),
  }));
}

/** A place has no more machines than a page of a list. */
const MOST = "100";
const CLOSE = 17;

/** Where to look at it on a map. */
function mapOf({ t }: Context, { latitude, longitude }: RecordData) {
  if (typeof latitude !== "number" || typeof longitude !== "number") return [];
  const query = new URLSearchParams({ mlat: String(latitude), mlon: String(longitude) }).toString();
  return [
    {
      label: t("summary:map"),
      text: `${latitude}, ${longitude}`,
      href: `https://www.openstreetmap.org/?${query}#map=${CLOSE}/${latitude}/${longitude}`,
    },
  ];
}
