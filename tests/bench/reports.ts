import { REPORTS } from "~server/contract/reports";
import { hasSpans, type Report } from "~server/contract/reports/report";
import { shifted } from "~server/vending/areas/sales/spans";
import { localTime } from "~server/vending/time";
import { ADMIN, startService } from "../fleet/service";
import { LIMITED_PEOPLE } from "./fill";
import { Caller, median } from "./lists";
import { fillReports, FULL_REPORTS } from "./report-network";

/** Longest median of a report's answer, ms, by the days it is asked for. */
const PERIODS = [
  { days: 30, steps: ["day", "week"], most: 150 },
  { days: 365, steps: ["day", "month"], most: 300 },
] as const;
/** Times that each is asked for, after one that fills caches. */
const TIMES = 3;

/** The slowest order of a report. */
interface Slowest {
  what: string;
  sort: string;
  ms: number;
  most: number;
}

/**
 * `npm run bench reports`: every report over a year of 10,000 machines, by the built API on the embedded database: ordered
 * by each measure, of everything and of what limits leave, 30 days and a year. Prints the slowest order of each. Throws
 * when a median is above its bar.
 */
export async function reports(): Promise<void> {
  const service = await startService();
  try {
    const started = performance.now();
    await fillReports(service.pool, FULL_REPORTS);
    const minutes = (performance.now() - started) / 60_000;
    console.log(
      `${FULL_REPORTS.devices} machines sold for ${FULL_REPORTS.days} days, filled in ${minutes.toFixed(1)} min.`,
    );
    const slowest: Slowest[] = [];
    for (const [who, email] of [["everything", ADMIN.email], ...LIMITED_PEOPLE.map(([email, mode]) => [mode, email])])
      slowest.push(
        ...(await measuredAs(await new Caller(service.api).signIn({ ...ADMIN, email: email ?? "" }), who ?? "")),
      );
    for (const { what, sort, ms, most } of slowest)
      console.log(`${ms > most ? "!" : " "} ${ms.toFixed(0).padStart(5)} ms  ${what}, ${sort}`);
    const late = slowest.filter(({ ms, most }) => ms > most);
    if (late.length) throw new Error(`${late.length} reports take longer than they may.`);
  } finally {
    await service.close();
  }
}

async function measuredAs(caller: Caller, who: string): Promise<Slowest[]> {
  const today = localTime(Date.now()).slice(0, 10);
  const found: Slowest[] = [];
  for (const { days, steps, most } of PERIODS)
    for (const report of REPORTS)
      for (const step of hasSpans(report) ? steps : [""]) {
        const from = shifted(today, 1 - days);
        const times = await timesOf(caller, report, { from, to: today, ...(step && { step }) });
        const [sort, ms] = times.reduce((worst, one) => (one[1] > worst[1] ? one : worst));
        found.push({ what: `${report.name}, ${days} days${step && ` by ${step}`}, ${who}`, sort, ms, most });
      }
  return found;
}

/** Median time of each order by a measure, ms. */
async function timesOf(caller: Caller, report: Report, asked: Record<string, string>): Promise<[string, number][]> {
  const found: [string, number][] = [];
  for (const measure of report.measures) {
    const path = `/reports/${report.name}?${new URLSearchParams({ ...asked, sort: `-${measure}` })}`;
    const times: number[] = [];
    for (let time = 0; time <= TIMES; time++) {
      const started = performance.now();
      await caller.get(path);
      if (time > 0) times.push(performance.now() - started);
    }
    found.push([measure, median(times)]);
  }
  return found;
}
