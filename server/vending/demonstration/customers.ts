import { HOUR, month, startOf, weekday } from "./calendar";
import { type Machine, SOURCES } from "./machines";
import { dayFactor, demand, hourWeights } from "./profile";
import { chance, poisson, type Random, spread, weighted, whole } from "./random";
import type { Draft } from "./happening";

/** One customer in five buys again, or with a colleague, within a minute. */
const COMPANY = 0.2;
const MEAN_PARTY = 1 / (1 - COMPANY);

/** Vends that fail though nothing is known to be wrong. */
const FAILS = 0.006;

/** What is bought on a day, by how busy the place is then. */
export function vendsOf(machine: Machine, day: string, random: Random): Draft[] {
  const { model, cells, mean } = machine;
  const kind = machine.place?.kind ?? "OFFICE";
  const customers = poisson(
    random,
    (mean * dayFactor(model.type, kind, weekday(day), month(day)) * spread(random, 0.2)) / MEAN_PARTY,
  );
  const hours = hourWeights(model.type, kind, weekday(day));
  const vends: Draft[] = [];
  for (let customer = 0; customer < customers; customer++) {
    const hour = weighted(random, hours);
    const wanted = demand(cells, hour, month(day));
    let at = startOf(day) + hour * HOUR + Math.floor(random() * HOUR);
    do {
      const cell = weighted(random, wanted);
      const source = SOURCES[weighted(random, machine.payments)] ?? "cash";
      const change = chance(random, 0.5);
      vends.push(
        chance(random, 0.003)
          ? { at, what: "free", cell }
          : chance(random, FAILS)
            ? { at, what: "failed", cell, source, why: null }
            : { at, what: "vend", cell, source, change },
      );
      at += whole(random, 25, 59) * 1_000;
    } while (chance(random, COMPANY));
  }
  return vends;
}
