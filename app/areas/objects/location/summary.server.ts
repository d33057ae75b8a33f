import { callsOf } from "~server/contract/calls/entities";
import { listRequirement, viewPath } from "~server/contract/entity";
import { crew } from "~server/contract/entities/crews";
import { allowed } from "~server/contract/permissions";
import type { RecordData } from "~server/contract/record";
import type { StatusRow } from "~server/contract/statuses";
import type { Context } from "~server/web/guard.server";
import { machinesOf } from "~/areas/statuses/machines.server";
import { NO_RECORDS, summaryLoaderOf } from "~/resource/summary.server";

/** A place: its machines with what is wrong at each, what they sell, who serves them, where it is. */
export const locationSummaryLoader = summaryLoaderOf(async (context, record) => {
  const { items, ...machines } = await machinesOf(context, { location: record.id });
  const facts = [...(await crewsOf(context, items)), ...mapOf(context, record)];
  return { ...machines, facts, untold: ["latitude", "longitude", "devices_count"] };
});

/** Who serves machines, for who may know. */
async function crewsOf({ api, t, me }: Context, machines: readonly StatusRow[]) {
  if (!machines.length || !allowed(me, listRequirement(crew))) return [];
  const asked = new URLSearchParams(machines.map(({ id }) => ["devices", String(id)]));
  const { items } = await api.readOr(NO_RECORDS, callsOf(crew).list, {}, asked);
  return items.map(({ id, title }) => ({ label: t("statuses:filter.crew"), text: title, href: viewPath(crew, id) }));
}

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
