import type { Placement } from "./arrange";
import type { Chain } from "./generations";
import { byReceipt, compare, type ReadHeader } from "./read-header";

/** A first read is a baseline unless staff say otherwise or the machine was initialised since the read before it, of another chain. */
export function firstStates(chains: readonly Chain[]): (read: ReadHeader, chain: Chain) => Placement["state"] {
  const timed = chains
    .flatMap((chain) => chain.reads.map((read) => ({ read, chain, at: read.machineTime ?? "" })))
    .filter(({ read }) => read.machineTime !== null)
    .sort((one, other) => compare(one.at, other.at) || byReceipt(one.read, other.read));
  const countBefore = (time: string): number => {
    let [low, high] = [0, timed.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((timed[middle]?.at ?? "") < time) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return ({ fromInitialisation, machineTime, initialisedAt }, chain) => {
    if (fromInitialisation) return "from_initialisation";
    if (machineTime === null || initialisedAt === null || initialisedAt > machineTime) return "baseline";
    let place = countBefore(machineTime) - 1;
    while (timed[place]?.chain === chain) place -= 1;
    const before = timed[place];
    const initialisedSince = before && before.read.initialisedAt !== initialisedAt && before.at <= initialisedAt;
    return initialisedSince ? "from_initialisation" : "baseline";
  };
}
