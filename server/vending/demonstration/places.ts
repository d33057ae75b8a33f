import type { REGIONS } from "~server/contract/enums";
import { randomOf } from "./random";
import { CITIES } from "./cities";
import { type PlaceKind, PROJECTS } from "./projects";

export interface Place {
  name: string;
  kind: PlaceKind;
  city: string;
  region: (typeof REGIONS)[number];
  address: string;
  /** WGS 84, degrees. */
  latitude: number;
  longitude: number;
  externalId: string;
  project: string;
}

/** All places, always the same. */
export const PLACES: readonly Place[] = CITIES.flatMap((city) => city.places.map((line) => ({ city, line }))).map(
  (
    {
      city: {
        name: city,
        region,
        at: [latitude, longitude],
      },
      line,
    },
    index,
  ): Place => {
    const [, kind = "", name = "", address = ""] = /^([A-Z]+) (.+) \| (.+)$/.exec(line) ?? [];
    const project = PROJECTS.find((one) => one.kinds.some((known) => known === kind));
    const found = project?.kinds.find((known) => known === kind);
    if (!project || !found) throw new Error(`no project takes ${line}`);
    const random = randomOf("place", index);
    const near = (centre: number) => Number((centre + (random() - 0.5) * 0.06).toFixed(6));
    return {
      name,
      kind: found,
      city,
      region,
      address,
      latitude: near(latitude),
      longitude: near(longitude),
      externalId: `${region}-${String(index + 1).padStart(3, "0")}`,
      project: project.name,
    };
  },
);
