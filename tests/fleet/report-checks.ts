import { expect } from "vitest";
import { z } from "zod";
import { type ReportPage, reportSchema } from "~server/contract/reports/answer";
import { sortsOf } from "~server/contract/entity";
import type { CutName } from "~server/contract/reports/cuts";
import { hasSpans, type Report } from "~server/contract/reports/report";
import type { Person } from "../api/app";
import type { Facts } from "./report-facts";
import type { Question } from "./report-questions";
import { freshOf, type Limits, seesDevice, seesLocation } from "./report-sight";
import type { Row } from "./report-truth";

export const sortOf = (report: Report, { sort }: Pick<Question, "sort">) =>
  sortsOf(report)[sort % sortsOf(report).length] ?? "";

/** A page of a report; all rows unless a page is asked for. */
export async function ask(
  person: Person,
  report: Report,
  question: Question,
  page?: number,
  subtotals: readonly CutName[] = [],
): Promise<ReportPage> {
  const { from, to, compare, step, filters, limit } = question;
  const query = new URLSearchParams({ from, to, sort: sortOf(report, question), limit: String(page ? limit : 10_000) });
  if (page) query.set("page", String(page));
  for (const cut of subtotals) query.append("subtotals", cut);
  if (compare) query.set("compare", compare);
  if (report.by) for (const cut of report.rows) query.append("by", cut);
  if (hasSpans(report)) query.set("step", step);
  for (const [name, values] of Object.entries(filters)) for (const value of values ?? []) query.append(name, value);
  const reply = await person.get(`/reports/${report.name}?${query}`);
  expect([reply.status, reply.error, reply.fields]).toEqual([200, null, {}]);
  return reportSchema.parse(reply.data);
}

const known = z.object({ id: z.number(), label: z.string() });
const plain = (value: unknown): unknown => known.safeParse(value).data?.id ?? value;
export const plainly = ({ cuts, figures, before }: ReportPage["items"][number]) => ({
  cuts: Object.fromEntries(Object.entries(cuts).map(([cut, value]) => [cut, plain(value)])),
  figures,
  before,
});
/** Rows in the order of what tells them apart, which no two share. */
export const inOrder = <T extends Pick<Row, "figures" | "before"> & { cuts: Record<string, unknown> }>(
  report: Report,
  rows: readonly T[],
) => {
  const keyOf = ({ cuts }: { cuts: Record<string, unknown> }) =>
    JSON.stringify(report.rows.map((cut) => cuts[cut] ?? null));
  return [...new Map(rows.map((row) => [keyOf(row), row]))]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, row]) => row);
};

const collator = new Intl.Collator("uk");
/** Whether what a report is sorted by rises or falls, what is not known last. */
export function expectSorted(report: Report, sort: string, { items }: ReportPage, facts: Facts): void {
  const [column, falls] = [sort.replace(/^-/, ""), sort.startsWith("-")];
  const values = items.map(({ cuts, figures }) => {
    if (!Object.hasOwn(cuts, column)) return figures[column] ?? null;
    const record = known.safeParse(cuts[column]).data;
    if (!record) return z.union([z.string(), z.number()]).nullable().parse(cuts[column]);
    return isAlive(facts, column, record.id) ? record.label : null;
  });
  for (const [n, value] of values.entries()) {
    const next = values[n + 1];
    if (next === undefined || next === null) continue;
    expect([sort, values, value]).not.toEqual([sort, values, null]);
    const order =
      typeof value === "string" && typeof next === "string" && !/^\d{4}-/.test(next)
        ? collator.compare(value, next)
        : value === next
          ? 0
          : (value ?? 0) < next
            ? -1
            : 1;
    expect([sort, value, next, falls ? order >= 0 : order <= 0]).toEqual([sort, value, next, true]);
  }
}
const isAlive = ({ living, devices, locations, recipes }: Facts, kind: string, id: number): boolean =>
  kind === "project" || kind === "crew"
    ? living[kind].has(id)
    : (kind === "device" ? devices : kind === "location" ? locations : recipes).some((one) => one.id === id);

/** Names of machines and places that are out of sight are numbers. */
export function expectNames({ items }: ReportPage, facts: Facts, limits: Limits): void {
  for (const { cuts } of items) {
    const [device, location] = [known.safeParse(cuts.device).data, known.safeParse(cuts.location).data];
    const machine = facts.devices.find(({ id }) => id === device?.id);
    const place = facts.locations.find(({ id }) => id === location?.id);
    if (machine) expect(device?.label).toBe(seesDevice(limits, machine) ? machine.serial_number : `#${machine.id}`);
    if (place) expect(location?.label).toBe(seesLocation(facts, limits, place) ? place.name : `#${place.id}`);
  }
}

export const ADDED_UP =
  /^(vends|amount|(cash|cashless1|cashless2|other)_vends|(cash|cashless1|cashless2|other)_amount|test|free|failed|uncosted)$/;
/** Pages one after the other are the whole. */
export async function expectPages(
  person: Person,
  report: Report,
  question: Question,
  whole: ReportPage,
): Promise<void> {
  const { limit } = question;
  for (let page = 1; page <= 4; page++) {
    const found = await ask(person, report, question, page);
    expect(found).toEqual({ ...whole, items: whole.items.slice((page - 1) * limit, page * limit), page, limit });
  }
}

/** Machines in work: when one of them was heard last, and how many are silent. */
export function expectFresh({ fresh }: ReportPage, facts: Facts, limits: Limits): void {
  expect(fresh).toEqual(freshOf(facts, limits));
}

/** Rows in no order. */
const unordered = (report: Report, rows: readonly { cuts: Record<string, unknown> }[]) =>
  rows.map((row) => JSON.stringify([report.rows.map((cut) => row.cuts[cut] ?? "-"), row])).sort();

/**
 * Sub-totals are those of single vends, of each cut; rows with them are the same rows and stand together by their first
 * cut, and on a page stand those of its rows.
 */
export async function expectSubtotals(
  person: Person,
  report: Report,
  question: Question,
  whole: ReportPage,
  truth: readonly Row[],
): Promise<void> {
  if (report.rows.length < 2) return;
  const found = await ask(person, report, question, undefined, report.rows);
  expect(unordered(report, found.subtotals.map(plainly))).toEqual(unordered(report, truth));
  expect(unordered(report, found.items)).toEqual(unordered(report, whole.items));
  const [first = "span"] = report.rows;
  const order = found.items.map(({ cuts }) => JSON.stringify(plain(cuts[first])));
  expect(order.filter((key, n) => key !== order[n - 1])).toEqual([...new Set(order)]);
  expectGroupsSorted(report, sortOf(report, question), found);
  const page = await ask(person, report, question, 2, [first]);
  const shown = new Set(page.items.map(({ cuts }) => JSON.stringify(cuts[first])));
  expect(new Set(page.subtotals.map(({ cuts }) => JSON.stringify(cuts[first])))).toEqual(shown);
  expect(page.items).toEqual(found.items.slice(question.limit, 2 * question.limit));
}

/** Sorted by a measure, groups stand by their sub-totals, and rows in each by their own. */
function expectGroupsSorted({ rows: [first = "span"], measures }: Report, sort: string, found: ReportPage): void {
  const measure = sort.replace(/^-/, "");
  if (!measures.some((one) => one === measure)) return;
  const keyOf = ({ cuts }: { cuts: Record<string, unknown> }) => JSON.stringify(cuts[first]);
  const sums = new Map(found.subtotals.filter((one) => first in one.cuts).map((one) => [keyOf(one), one.figures]));
  const inOrder = (one: number | null | undefined, next: number | null | undefined) =>
    typeof next !== "number" || (typeof one === "number" && (sort.startsWith("-") ? one >= next : one <= next));
  for (const [n, item] of found.items.entries()) {
    const next = found.items[n + 1];
    if (!next) continue;
    const isSame = keyOf(item) === keyOf(next);
    const [one, other] = isSame ? [item.figures, next.figures] : [sums.get(keyOf(item)), sums.get(keyOf(next))];
    expect([sort, inOrder(one?.[measure], other?.[measure])]).toEqual([sort, true]);
  }
}

export function expectAddsUp({ measures }: Report, { items, total }: ReportPage): void {
  for (const measure of measures.filter((one) => ADDED_UP.test(one))) {
    const of = (which: "figures" | "before") => items.reduce((sum, item) => sum + (item[which]?.[measure] ?? 0), 0);
    expect([measure, of("figures"), of("before")]).toEqual([
      measure,
      total.figures[measure],
      total.before?.[measure] ?? 0,
    ]);
  }
}
