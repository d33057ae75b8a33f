import { z } from "zod";
import { recordSchema, type RecordData } from "~server/contract/record";

const envelope = z.object({ result: z.boolean(), error: z.string().nullish(), data: z.unknown() });
const made = z.object({ id: z.number() });
const listed = z.object({ items: z.array(recordSchema) });

export type Form = Record<string, string | number | null | undefined>;

/** A vending API as a person who is signed in uses it. */
export interface Api {
  post(path: string, form: Form): Promise<unknown>;
  create(path: string, form: Form): Promise<number>;
  /** The record of which a field has this value. */
  find(path: string, field: string, value: string): Promise<RecordData | undefined>;
  /** The id of the record that a field names; it is made of the form, with that field, where there is none. */
  ensure(path: string, field: string, value: string, form: () => Form | Promise<Form>): Promise<number>;
}

/** Signs in to the vending API at an address; a refusal throws with the path and the reason. */
export async function signIn(api: string, account: { email: string; password: string }): Promise<Api> {
  const ask = async (token: string, path: string, form?: Form): Promise<unknown> => {
    const body =
      form &&
      new URLSearchParams(
        Object.entries(form).flatMap(([name, value]) =>
          value === null || value === undefined ? [] : [[name, String(value)]],
        ),
      );
    const answer = await fetch(api + path, {
      headers: { Authorization: token },
      ...(body ? { method: "POST", body } : {}),
    });
    const { result, error, data } = envelope.parse(await answer.json());
    if (!result) throw new Error(`${path}: ${error ?? answer.status}`);
    return data;
  };
  const { token } = z.object({ token: z.string() }).parse(await ask("", "/login", account));
  const create = async (path: string, form: Form) => made.parse(await ask(token, path, form)).id;
  const find = async (path: string, field: string, value: string) =>
    listed
      .parse(await ask(token, `${path}?limit=100&q=${encodeURIComponent(value)}`))
      .items.find((one) => one[field] === value);
  return {
    post: (path, form) => ask(token, path, form),
    create,
    find,
    ensure: async (path, field, value, form) =>
      (await find(path, field, value))?.id ?? create(path, { [field]: value, ...(await form()) }),
  };
}

/** Rows of a form: "cells[0].price". */
export const rowsOf = (name: string, list: readonly Form[]): Form =>
  Object.fromEntries(
    list.flatMap((row, index) => Object.entries(row).map(([field, value]) => [`${name}[${index}].${field}`, value])),
  );
