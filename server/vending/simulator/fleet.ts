import { inventMachines, type Machine } from "../demonstration/machines";
import { randomOf, spread, whole } from "../demonstration/random";

/** Machines for a simulated fleet: as those of the invented network, as many as wanted, alike for the same seed. */
export function inventFleet(size: number, seed: string): Machine[] {
  const kinds = inventMachines().filter(({ life, silentSince }) => life === "works" && silentSince === null);
  return Array.from({ length: size }, (_, index) => {
    const kind = kinds[index % kinds.length];
    if (!kind) throw new Error("no machine works");
    const random = randomOf("fleet", seed, index);
    const serial = `SIM-${seed}-${String(index + 1).padStart(5, "0")}`;
    return {
      ...kind,
      serial,
      quirk: kind.quirk === "no_clock" ? null : kind.quirk,
      mean: kind.mean * spread(random, 0.2),
      unit: {
        ...kind.unit,
        serial: `99${String(whole(random, 0, 99_999_999)).padStart(8, "0")}${String(index).padStart(5, "0")}`,
      },
    };
  });
}
