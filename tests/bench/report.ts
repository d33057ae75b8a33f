import { cpus, totalmem } from "node:os";
import type { Size } from "./bytes";
import type { Behind } from "./dashboard";
import { type FleetFigures, SECONDS as SECONDS_OF_INGEST } from "./fleet";
import { BAR, type Compared, missed } from "./lists";
import { CROWD, type Measured } from "./load";
import type { ProductProcess } from "./processes";
import type { Shares } from "./profile";

type Line = readonly string[];

/** Speed of the product and of the bare server, and how many times more the bare one answers, and less CPU it takes. */
export function loadTable(measured: readonly Measured[]): string {
  const head: Line = [
    "Speed",
    "answers/s",
    "times",
    "p50 ms",
    "p99 ms",
    "alone p50",
    "alone p99",
    "CPU ms",
    "times",
    "web",
    "vending",
    "postgres",
  ];
  let product: Measured | undefined;
  const lines = measured.map((one) => {
    const isProduct = one.cpu.length > 1;
    if (isProduct) product = one;
    const against = isProduct ? undefined : product;
    const times = [one.busy.p50, one.busy.p99, one.alone.p50, one.alone.p99].map((ms) => ms.toFixed(1));
    return [
      one.title,
      one.rate.toFixed(0),
      against ? (one.rate / against.rate).toFixed(1) : "",
      ...times,
      cpuOf(one).toFixed(2),
      against ? (cpuOf(against) / cpuOf(one)).toFixed(1) : "",
      ...(isProduct ? one.cpu.map(({ ms }) => ms.toFixed(2)) : []),
    ];
  });
  return `${table([head, ...lines])}\n${CROWD} connections; "alone": one request at a time. CPU: of an answer, all processes, then each.\nTimes: how often the bare server does what the product does once.\n`;
}

const cpuOf = ({ cpu }: Measured) => cpu.reduce((sum, { ms }) => sum + ms, 0);

/** Memory of each process in MB. */
export function memoryTable(
  processes: readonly ProductProcess[],
  before: readonly number[],
  after: readonly number[],
): string {
  const lines = processes.map(({ name }, index) => [
    name,
    before[index]?.toFixed(0) ?? "",
    after[index]?.toFixed(0) ?? "",
  ]);
  return `${table([["Memory, MB", "after start", "after load"], ...lines])}\n`;
}

/** Answer times of the API's lists in ms, a network of a hundred of everything against a large one; the worst first. */
export function listTable(compared: readonly Compared[]): string {
  const worstFirst = compared.toSorted((a, b) => b.full / b.small - a.full / a.small);
  const lines = worstFirst.map(({ title, small, full }) => [
    title,
    small.toFixed(2),
    full.toFixed(2),
    (full / small).toFixed(2),
  ]);
  return `${table([["Lists, p50 ms", "100 rows", "full", "ratio"], ...lines])}\n${lines.length} ways to ask; more than ${BAR} times as long: ${missed(compared).length}.\n`;
}

/** CPU of the web while it answers lists. */
export function shareTable({ matching, rendering, total }: Shares): string {
  const share = (part: number) => [`${((100 * part) / total).toFixed(1)} %`];
  return `${table([
    ["CPU of the web, list of machines", "share"],
    ["route matching", ...share(matching)],
    ["rendering", ...share(rendering)],
  ])}\n`;
}

/** The dashboard and the states by the sales behind them, ms; the last line is computed, not measured. */
export function behindTable(measured: readonly Behind[], beyond: Behind): string {
  const line = ({ sales, rows, ms }: Behind, note: string) => [
    `${(sales / 1e6).toFixed(1)} M sales${note}`,
    (rows / 1e3).toFixed(0),
    ...Object.values(ms).map((one) => one.toFixed(1)),
  ];
  return `${table([["Screens, p50 ms", "1000 rollup rows", ...Object.keys(beyond.ms)], ...measured.map((one) => line(one, "")), line(beyond, ", computed")])}\n`;
}

/** What the gateway takes, and how long a screen takes meanwhile, ms. */
export function fleetTable({ ingest, everyday, ceiling, idle, busy }: FleetFigures): string {
  const screen = ({ p50, p99 }: FleetFigures["idle"]) => [p50.toFixed(0), p99.toFixed(0)];
  const cpu = everyday.cpu.map(({ name, share }) => `${name} ${(share * 100).toFixed(0)} %`).join(", ");
  const lines = [
    ["nobody calls", "", "", ...screen(idle)],
    ...ingest.map(({ size, perSecond, batches }, index) => [
      `batches of ${size} events, as fast as they are taken`,
      perSecond.toFixed(0),
      (batches / SECONDS_OF_INGEST).toFixed(0),
      ...(index === ingest.length - 1 ? screen(busy) : ["", ""]),
    ]),
    [
      "10,000 machines a minute, one call in six with 3 events",
      everyday.events.toFixed(0),
      everyday.pings.toFixed(0),
      ...screen(everyday.latency),
    ],
    ["pings, as fast as they are taken", "", ceiling.pings.toFixed(0), ...screen(ceiling.latency)],
  ];
  return `${table([["Telemetry", "events/s", "calls/s", "list p50", "p99"], ...lines])}\nCPU of a core with 10,000 machines: ${cpu}.\n`;
}

/** Bytes of the list page. */
export function sizeTable(sizes: readonly Size[]): string {
  const kb = (bytes: number) => (bytes / 1024).toFixed(1);
  const lines = sizes.map(({ title, files, plain, gzip }) => [title, String(files), kb(plain), kb(gzip)]);
  return `${table([["Size, KB", "files", "plain", "gzip"], ...lines])}\n`;
}

/** What it all ran on. */
export function facts(postgres: string): string {
  const all = cpus();
  return `Node ${process.versions.node}, PostgreSQL ${postgres}, ${process.platform} ${process.arch}, ${all.length} cores (${all[0]?.model ?? "?"}), ${Math.round(totalmem() / 1024 ** 3)} GB`;
}

/** The first column to the left, the others to the right. */
export function table(lines: readonly Line[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
