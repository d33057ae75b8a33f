import { REPORTS } from "~server/contract/reports";
import type { Report } from "~server/contract/reports/report";
import { shifted } from "~server/vending/areas/sales/spans";
import { localTime } from "~server/vending/time";
import { ADMIN, startService } from "../fleet/service";
import { LIMITED_PEOPLE } from "./fill";
import { Caller, median } from "./lists";
import { fillReports, FULL_REPORTS } from "./report-network";
import { waysOf } from "./report-ways";
import { table } from "./report";

/** Longest median of a report's answer, ms, by the days it is asked for. */
const PERIODS = [
  { days: 30, most: 150 },
  { days: 365, most: 300 },
] as const;
/** Times that each is asked for, after one that fills caches. */
const TIMES = 3;

/** The slowest order of a report that is cut in one way. */
interface Slowest {
  what: string;
  sort: string;
  ms: number;
  most: number;
}

/**
 * `npm run bench reports [machines]`: every report over a year of 10,000 machines, or of so many, by the built API on the
 * embedded database: cut in every way, with all its measures, ordered by each, of everything and of what limits leave, 30
 * days and a year. Prints the slowest order of each beside its bar, the worst first. Throws when a median is above it.
 */
export async function reports(devices = FULL_REPORTS.devices): Promise<void> {
  const service = await startService();
  try {
    const started = performance.now();
    // Its upkeep would sum up what is only half there.
    await service.kill();
    await fillReports(service.pool, { ...FULL_REPORTS, devices });
    await service.start();
    const minutes = (performance.now() - started) / 60_000;
    console.log(`${devices} machines sold for ${FULL_REPORTS.days} days, filled in ${minutes.toFixed(1)} min.`);
    const slowest: Slowest[] = [];
    for (const [who, email] of [["everything", ADMIN.email], ...LIMITED_PEOPLE.map(([email, mode]) => [mode, email])]) {
      const found = await measuredAs(await new Caller(service.api).signIn({ ...ADMIN, email: email ?? "" }), who ?? "");
      console.log(tableOf(found));
      slowest.push(...found);
    }
    const late = slowest.filter(({ ms, most }) => ms > most);
    if (late.length) throw new Error(`${late.length} of ${slowest.length} ways to ask take longer than they may.`);
  } finally {
    await service.close();
  }
}

function tableOf(found: readonly Slowest[]): string {
  const lines = found
    .toSorted((a, b) => b.ms / b.most - a.ms / a.most)
    .map(({ what, sort, ms, most }) => [what, sort, ms.toFixed(0), String(most), ms > most ? "late" : ""]);
  return table([["Reports", "slowest order", "p50 ms", "bar", ""], ...lines]);
}

async function measuredAs(caller: Caller, who: string): Promise<Slowest[]> {
  const today = localTime(Date.now()).slice(0, 10);
  const found: Slowest[] = [];
  for (const { days, most } of PERIODS)
    for (const report of REPORTS)
      for (const { title, query } of waysOf(report, days)) {
        const asked = [["from", shifted(today, 1 - days)], ["to", today], ...new URLSearchParams(query)];
        const times = await timesOf(caller, report, asked);
        const [sort, ms] = times.reduce((worst, one) => (one[1] > worst[1] ? one : worst));
        found.push({ what: `${report.name} ${title}, ${days} days, ${who}`, sort, ms, most });
      }
  return found;
}

/** What is refused for taking too long has taken all the time that it was given. */
function lateOnly(error: unknown): void {
  if (!String(error).includes("too_much_to_sum")) throw error;
}

/** Median time of each order by a measure, ms. */
async function timesOf(caller: Caller, report: Report, asked: string[][]): Promise<[string, number][]> {
  const found: [string, number][] = [];
  for (const measure of report.measures) {
    const path = `/reports/${report.name}?${new URLSearchParams([...asked, ["sort", `-${measure}`]])}`;
    const times: number[] = [];
    for (let time = 0; time <= TIMES; time++) {
      const started = performance.now();
      await caller.get(path).catch(lateOnly);
      if (time > 0) times.push(performance.now() - started);
    }
    found.push([measure, median(times)]);
  }
  return found;
}
