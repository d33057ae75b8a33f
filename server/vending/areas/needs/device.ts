import type { DeviceForecast } from "~server/contract/needs";
import type { Db } from "../../database/query";
import { notFound } from "../../fault";
import { givenOf } from "./given";
import { isDrifting, reckon } from "./reckon";

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** A machine's forecast as of now, made for who asks: what was just filled counts. */
export async function readForecast(db: Db, device: number): Promise<DeviceForecast> {
  const [given] = await givenOf(db, [device]);
  if (!given) throw notFound();
  const { forecast, cycle } = reckon(given, Date.now());
  const drifts = new Map(given.slots.map((one) => [one.slot, one]));
  return {
    told_at: new Date(given.toldAt).toISOString(),
    first_out_at: iso(forecast.firstOutAt),
    stops_at: iso(forecast.stopsAt),
    stops_early_at: iso(forecast.stopsEarlyAt),
    per_day: Math.round(forecast.perDay),
    lost: forecast.lost.map(Math.round),
    cycle: cycle.days,
    slots: forecast.slots.map(({ slot, level, perDay, runsOutAt, earlyAt, lateAt, vendsLeft, lostPerDay }) => {
      const one = drifts.get(slot);
      return {
        ...{ slot, level: level === null ? null : Math.max(0, level), per_day: perDay, vends_left: vendsLeft },
        ...{ runs_out_at: iso(runsOutAt), early_at: iso(earlyAt), late_at: iso(lateAt) },
        ...{ lost_per_day: Math.round(lostPerDay), drift: one?.drift ?? null, drifting: one ? isDrifting(one) : false },
      };
    }),
  };
}
