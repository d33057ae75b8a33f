import { inventFleet } from "~server/vending/simulator/fleet";
import { compareForecasts } from "./forecast-compared";
import { foretellStops } from "./forecast-stops";
import { measureNeeds } from "./needs";
import { comparePlans } from "./forecast-plans";

/** Machines in one town, for one crew. */
const MACHINES = 40;

/**
 * `npm run bench forecast`: simulated months of 40 machines with the simulator's truth, alike each time. How well use is
 * foretold by which way; whether a stop is foretold a day ahead; what the automatic plan saves beside other ways to drive; then how long needs of 10,000 machines take.
 * Throws when a bar is missed.
 */
export async function forecast(): Promise<void> {
  const started = performance.now();
  const machines = inventFleet(400, "forecast")
    .filter(({ place }) => place?.city === "Київ")
    .slice(0, MACHINES);
  const missed = [
    ...compareForecasts(machines),
    ...foretellStops(machines),
    ...comparePlans(machines),
    ...(await measureNeeds()),
  ];
  console.log(`In ${((performance.now() - started) / 1_000).toFixed(0)} s.`);
  if (missed.length) throw new Error(missed.join("\n"));
}
