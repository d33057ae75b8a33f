import type { Browser } from "./browser";

/** A page of a list or a picker that people ask for. */
interface Call {
  title: string;
  path: string;
}

export interface Timed {
  title: string;
  /** Half of the answers came within this time, ms. */
  p50: number;
}

/** Times that a call is made. */
const TIMES = 11;
export const WARM_UP = 4;

/** Each answers as many rows from few machines as from many. */
export const listCalls = (): Call[] => [
  { title: "first page", path: "/devices" },
  { title: "second page", path: "/devices?page=2" },
  { title: "sorted by place", path: "/devices?sort=location" },
  { title: "sorted by last contact", path: "/devices?sort=-last_contact_at" },
  { title: "sorted by 30 days' sales", path: "/devices?sort=-sales_30_days" },
  { title: "search: one machine", path: "/devices?q=VM-000042" },
  { title: "search: one word, many", path: "/devices?q=київ" },
  { title: "search: three words, many", path: "/devices?q=київ+coffee+vm" },
  { title: "filter: online", path: "/devices?hidden=false&status=ONLINE" },
  { title: "filter: 30 days' sales", path: "/devices?sales_30_days_min=100" },
  { title: "locations, first page", path: "/locations" },
  { title: "locations by machines", path: "/locations?sort=-devices_count" },
  { title: "picker: locations", path: "/pick/location.data" },
  { title: "picker: locations, search", path: "/pick/location.data?q=місце" },
  { title: "picker: machines, search", path: "/pick/device.data?q=VM-0000" },
];

/** Answer times of each call, one at a time. */
export async function timeCalls(browser: Browser, calls: readonly Call[], count = TIMES): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (const { title, path } of calls) {
    const times: number[] = [];
    for (let i = 0; i < count; i += 1) times.push(await timeOf(() => browser.send("GET", path)));
    timed.push({ title, p50: times.sort((a, b) => a - b)[Math.floor(count / 2)] ?? NaN });
  }
  return timed;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
