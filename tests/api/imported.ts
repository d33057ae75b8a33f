import { expect } from "vitest";
import { type ImportCounts, importCounts, importSchema } from "~server/contract/imports";
import type { Person } from "./app";

export type ImportRow = Record<string, string>;

export const attempt = (person: Person, path: string, rows: readonly ImportRow[]) =>
  person.raw(`${path}/import`, JSON.stringify({ rows }), { "content-type": "application/json" });

/** Tries rows that are right; answers by which number they wait. */
export async function tried(person: Person, path: string, rows: readonly ImportRow[]): Promise<number> {
  const reply = await attempt(person, path, rows);
  expect(reply.fields).toEqual({});
  return importSchema.parse(reply.data).id;
}

export const save = (person: Person, path: string, id: number) => person.post(`${path}/import/${id}/save`);

export async function imported(person: Person, path: string, rows: readonly ImportRow[]): Promise<ImportCounts> {
  return importCounts.parse((await save(person, path, await tried(person, path, rows))).data);
}

/** What is wrong with rows, as `rows[1].price incorrect`, in order. */
export async function faultsOf(person: Person, path: string, rows: readonly ImportRow[]): Promise<string[]> {
  const { status, fields, error } = await attempt(person, path, rows);
  expect([status, error]).toEqual([422, expect.anything()]);
  return Object.entries(fields)
    .map(([place, [message]]) => `${place} ${message?.key}`)
    .toSorted();
}
