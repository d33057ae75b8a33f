import { gzipSync } from "node:zlib";
import { type Call, methodOf } from "~server/contract/call";
import { FORM_BOUNDS } from "~server/contract/form-bounds";
import { jsonSchema } from "~server/contract/openapi/json";
import { type Dose, type Field, fieldsOf, hostileValues, inTurn } from "./fields";
import { CURSORS, IDS, LETTERS } from "./texts";

export type Body = string | Uint8Array<ArrayBuffer>;
export type Entries = [name: string, value: string][];

/** What is sent, and in words what is wrong with it. */
export interface Request {
  method: "GET" | "POST" | "PUT";
  path: string;
  headers: Record<string, string>;
  body?: Body;
  why: string;
}

/** A form's body, and in words what is wrong with it. */
export interface HostileForm {
  why: string;
  body: Body;
  headers: Record<string, string>;
}

/** How a call is made as it should be. */
export interface Usual {
  /** Ids of the path, by the names of its parameters. */
  ids: Record<string, string>;
  headers: Record<string, string>;
  /** A form that is taken; made anew for each request. */
  form(): Entries;
}

/** How much is sent to each call. */
export interface Scale extends Dose {
  seed: number;
  /** Values of each id in a path, bodies that are no form, names that make no sense, heads that any call reads. */
  ids: number;
  bodies: number;
  names: number;
  heads: number;
  /** Of the queries one in so many is sent: they are read in one place for all calls. */
  queryIn: number;
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };

/** Makes hostile forms out of one that is taken. */
export function hostileForms({ seed, bodies, names, ...dose }: Pick<Scale, "seed" | "bodies" | "names" | keyof Dose>) {
  const values = hostileValues(seed, dose);
  const [someBodies, someNames] = [inTurn(BODIES, seed), inTurn(NAMES, seed)];
  return (fields: Field[], form: () => Entries): HostileForm[] => [
    ...fields.flatMap((field) =>
      values(field).map((value) => ({
        why: isNot(field, value),
        body: urlencoded([...form().filter(([name]) => name !== field.name), [field.name, value]]),
        headers: FORM,
      })),
    ),
    ...fields.slice(0, 1).flatMap(({ name }) =>
      someNames(names).map(([what, entries]) => ({
        why: `${name} is ${what}`,
        body: urlencoded([...form(), ...entries(name)]),
        headers: FORM,
      })),
    ),
    ...someBodies(bodies).map(([why, body, headers]) => ({ why, body: body(), headers: { ...FORM, ...headers } })),
  ];
}

/** Makes hostile requests for calls; which values meet which field is decided by the seed and the order of calls. */
export function attacks({ seed, ids, bodies, names, heads, queryIn, ...dose }: Scale) {
  const values = hostileValues(seed, dose);
  const formsFrom = hostileForms({ seed, bodies, names, ...dose });
  const someIds = inTurn(IDS, seed);
  const [someNames, someTexts] = [inTurn(NAMES, seed), inTurn(LETTERS.filter(isHeadValue), seed)];
  const commonHeads = inTurn(HEADS, seed);

  let asked = 0;
  const share = (queries: Request[]) => queries.filter(() => asked++ % queryIn === 0);

  function onPath({ method, path, usual, headers }: Target): Request[] {
    return Object.keys(usual.ids).flatMap((param) =>
      ["2147483648", ...someIds(ids)].map((id) => ({
        method,
        path: pathOf(path, { ...usual.ids, [param]: id }),
        headers,
        body: method === "POST" ? "" : undefined,
        why: `{${param}} is ${shown(id)}`,
      })),
    );
  }

  function onQuery(fields: Field[], ask: (entries: Entries) => Omit<Request, "why">): Request[] {
    const valued = fields.flatMap((field) =>
      [...values(field), ...(field.name === "cursor" ? CURSORS : [])].map((value) => ({
        ...ask([[field.name, value.slice(0, 2_000)]]),
        why: isNot(field, value),
      })),
    );
    const named = fields
      .slice(0, 1)
      .flatMap(({ name }) =>
        someNames(names).map(([what, entries]) => ({ ...ask(entries(name).slice(0, 700)), why: `${name} is ${what}` })),
      );
    return [...share(valued), ...named];
  }

  function onHeads(call: Call, usual: Usual, target: Omit<Request, "why">): Request[] {
    const own = [...Object.keys(call.headers ?? {}), ...Object.keys(usual.headers)];
    return [...own, ...commonHeads(heads)].flatMap((head) =>
      someTexts(dose.other).map((value) => ({
        ...target,
        headers: { ...target.headers, [head.toLowerCase()]: value },
        why: `head ${head} is ${shown(value)}`,
      })),
    );
  }

  return (call: Call, usual: Usual): Request[] => {
    const method = methodOf(call);
    const path = pathOf(call.path, usual.ids);
    const target: Target = { method, path: call.path, usual, headers: usual.headers };
    const requests = onPath(target);
    if ("query" in call) {
      const fields = fieldsOf(jsonSchema(call.query, "input"));
      const headers = usual.headers;
      const body = method === "POST" ? "a" : undefined;
      requests.push(
        ...onQuery(fields, (entries) => ({ method, path: `${path}?${urlencoded(entries)}`, headers, body })),
      );
    }
    if (call.kind === "change") {
      const fields = fieldsOf(jsonSchema(call.form, "input"));
      for (const { why, body, headers } of formsFrom(fields, usual.form))
        requests.push({ method, path, headers: { ...usual.headers, ...headers }, body, why });
    }
    const body = method === "POST" ? urlencoded(call.kind === "change" ? usual.form() : []) : undefined;
    const headers = call.kind === "change" ? { ...usual.headers, ...FORM } : usual.headers;
    requests.push(...onHeads(call, usual, { method, path, headers, body }));
    return requests;
  };
}

interface Target {
  method: Request["method"];
  path: string;
  usual: Usual;
  headers: Record<string, string>;
}

const pathOf = (pattern: string, ids: Record<string, string>) =>
  pattern.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "1");
const isNot = ({ name }: Field, value: string) => `${name} is ${shown(value)}`;
const urlencoded = (entries: Entries): string => new URLSearchParams(entries).toString();
export const shown = (text: string): string =>
  JSON.stringify(text.length > 60 ? `${text.slice(0, 50)}… (${text.length})` : text);
/** What a client can send in a head at all; the others are sent as bare bytes (heads.ts). */
const isHeadValue = (text: string): boolean => /^[\x20-\x7e\x80-\xff]+$/.test(text);

const times = (count: number, entry: (index: number) => [string, string]): Entries =>
  Array.from({ length: count }, (_, index) => entry(index));

/** A field under names that lay out lists, objects or nothing. */
const NAMES: [why: string, entries: (name: string) => Entries][] = [
  ["an object", (name) => [[`${name}.a`, "1"]]],
  ["a list", (name) => [[`${name}[0]`, "1"]]],
  ["a list without an end", (name) => [[`${name}[99999999]`, "1"]]],
  ["lists in lists", (name) => [[name + "[0]".repeat(300), "1"]]],
  ["objects in objects", (name) => [[name + ".a".repeat(300), "1"]]],
  ["sent 1,001 times", (name) => times(1_001, () => [name, "1"])],
  ["a list with more rows than any", (name) => times(FORM_BOUNDS.rows + 1, (i) => [`${name}[${i}].a`, "1"])],
  ["a text and a list", (name) => [name, `${name}[0]`, `${name}.a`].map((one) => [one, "1"])],
  ["a prototype", (name) => [`${name}.__proto__.a`, "__proto__.a", "constructor.prototype.a"].map((one) => [one, "1"])],
  ["beside names that are none", () => ["", "[", "]", ".", "a[", "a..b", "\0", "я"].map((one) => [one, "1"])],
];

/** Heads that are read whatever is called. */
const HEADS = ["user-agent", "useragent", "x-forwarded-for", "x-forwarded-proto", "authorization", "accept"];

const MB = 1024 * 1024;
/** Bodies that are no form, or one larger or deeper than any. */
const PACKED = gzipSync("a".repeat(10 * MB));
export const BODIES: [why: string, body: () => Body, headers?: Record<string, string>][] = [
  ["nothing", () => ""],
  ["nothing but ampersands", () => "&".repeat(FORM_BOUNDS.fields * 2)],
  ["more fields than any", () => "a=1&".repeat(FORM_BOUNDS.fields + 1)],
  ["bytes that are no letters", () => Buffer.from("a=\xff\xfe\xed\xa0\x80&\xc0\x80=%ED%A0%80%00%E0%A4%A", "latin1")],
  ["one name without an end", () => `${"a".repeat(MB - 2)}=`],
  ["one value without an end", () => `a=${"9".repeat(MB - 2)}`],
  ["a list a million deep", () => `a${"[0]".repeat(MB / 3 - 1)}=`],
  ["an object a million deep", () => `a${".a".repeat(MB / 2 - 2)}=`],
  ["signs to be decoded", () => `a=${"%00".repeat(MB / 3 - 1)}`],
  ["more than is taken", () => "a".repeat(MB + 1)],
  ["deep JSON", () => "[".repeat(MB / 2), { "content-type": "application/json" }],
  ["JSON called a form", () => `{"a":${"[".repeat(10_000)}`],
  ["a multipart form", () => "--a\r\n", { "content-type": "multipart/form-data; boundary=a" }],
  ["another alphabet", () => "a=1", { "content-type": "application/x-www-form-urlencoded; charset=utf-16" }],
  ["packed", () => PACKED, { "content-encoding": "gzip" }],
];
