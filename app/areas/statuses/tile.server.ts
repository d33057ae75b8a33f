import { REGIONS } from "~server/contract/enums";
import type { Statuses } from "~server/contract/statuses";
import type { Context } from "~server/web/guard.server";
import { withParams } from "~/resource/list-address";
import type { RegionTile } from "./region-map";
import { TILES } from "./tiles";

/** The map: a tile for each region, in the colour of its machines. */
export const tilesOf = (context: Context, statuses: Statuses): RegionTile[] =>
  REGIONS.map((region) => tileOf(context, region, statuses));

function tileOf({ t, url, format }: Context, region: (typeof REGIONS)[number], { regions }: Statuses): RegionTile {
  const { total = 0, offline = 0, errors = 0 } = regions.find((one) => one.region === region) ?? {};
  const name = t(`options:region.${region}`);
  const current = url.searchParams.get("region") === region;
  const counts = t("statuses:machines", { count: total, shown: format.number(total) });
  const words = [
    counts,
    ...(offline ? [t("statuses:offline", { count: offline, shown: format.number(offline) })] : []),
    ...(errors ? [t("statuses:with_errors", { count: errors, shown: format.number(errors) })] : []),
  ];
  return {
    code: region,
    current,
    place: TILES[region],
    href: withParams(url, { region: current ? null : region }),
    tone: total === 0 ? "none" : offline / total >= 0.2 ? "bad" : offline || errors ? "warn" : "ok",
    total: format.number(total),
    mark: offline ? `▼ ${format.number(offline)}` : "",
    words: `${name}: ${words.join(", ")}`,
  };
}
