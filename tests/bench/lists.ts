import { Agent, request } from "node:http";
import { z } from "zod";
import { type Entity, fieldOf } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { keyClient } from "~server/contract/entities/key_clients";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { location } from "~server/contract/entities/locations";
import { telemetry } from "~server/contract/entities/telemetries";
import { user } from "~server/contract/entities/users";
import type { Field } from "~server/contract/field-kinds";
import { filtersOf } from "~server/contract/filters";
import { type Page, pageSchema, type RecordData, recordSchema, refSchema } from "~server/contract/record";
import { LIMITED_PEOPLE } from "./fill";

/** Everything that grows with a network. */
const GROWING: readonly Entity[] = [device, location, user, keyWallet, keyClient, telemetry];
/** Of it what a person may be restricted to. */
const BY_PLACE: readonly Entity[] = [device, location, telemetry];

/** A list or a picker that people ask for, as it is asked for in each network. */
interface Call {
  title: string;
  small: string;
  full: string;
}

/** The same call to both networks, ms. */
export interface Compared {
  title: string;
  small: number;
  full: number;
}

/** How much longer a large network may take. */
export const BAR = 2;
/** What misses the bar. */
export const missed = (compared: readonly Compared[]): Compared[] =>
  compared.filter(({ small, full }) => full > BAR * small);
/** Times that a call is made; where the bar is missed, again and more often, to rule out chance. */
const TIMES = [9, 41, 81] as const;
const WARM_UP = 3;

/** Somebody signed in at a vending API. */
export class Caller {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #token = "";

  constructor(readonly api: string) {}

  async signIn(person: { email: string; password: string }): Promise<this> {
    const answer = await this.#send("POST", "/login", new URLSearchParams(person).toString());
    this.#token = z.object({ data: z.object({ token: z.string() }) }).parse(JSON.parse(answer)).data.token;
    return this;
  }

  get(path: string): Promise<string> {
    return this.#send("GET", path);
  }

  async list(path: string): Promise<Page> {
    return z.object({ data: pageSchema }).parse(JSON.parse(await this.get(path))).data;
  }

  #send(method: string, path: string, body?: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: this.#token,
        ...(body === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      };
      const outgoing = request(this.api + path, { method, agent: this.#agent, headers }, (message) => {
        let text = "";
        message
          .setEncoding("utf8")
          .on("data", (part: string) => (text += part))
          .on("error", reject)
          .on("end", () => {
            if (message.statusCode === 200) resolve(text);
            else reject(new Error(`${method} ${path} answered ${message.statusCode}: ${text.slice(0, 500)}`));
          });
      });
      outgoing.on("error", reject).end(body);
    });
  }
}

/** Every way to ask for the lists of what grows; the declarations say which there are. */
async function listCalls(entities: readonly Entity[], small: Caller, full: Caller): Promise<Call[]> {
  const calls: Call[] = [];
  for (const entity of entities) {
    const known = await knownTo(entity, small, full);
    const searches = searchesOf(entity, known);
    for (const [title, query] of [...waysOf(entity, known), ...searches]) {
      const path = `${entity.api}?${query}`;
      // Both networks must answer the same number of rows, or it is the rows that would be measured.
      const limit = Math.max(1, (await small.list(path)).items.length);
      calls.push(same(`${entity.name}: ${title}`, `${path}&limit=${limit}`));
    }
    calls.push(await lastPage(entity, small, full));
    for (const [title, query] of [["all", ""], ...searches])
      calls.push(same(`${entity.name}: picker, ${title}`, `/options/${entity.name}?${query}`));
  }
  return calls;
}

const same = (title: string, path: string): Call => ({ title, small: path, full: path });
/** What is asked for, and how. */
type Way = [title: string, query: string];
const way = (title: string, name: string, value: string): Way => [
  title,
  new URLSearchParams([[name, value]]).toString(),
];

function waysOf(entity: Entity, known: RecordData): Way[] {
  const sorts = entity.list.columns.flatMap((name) => [name, `-${name}`]);
  const filters = filtersOf(entity).flatMap(({ name, field, params }) =>
    valuesOf(field, textOf(entity, name, known)).map(([index, value]): [string, string] => [
      params[index] ?? name,
      value,
    ]),
  );
  return [
    ["first page", ""],
    ...sorts.map((sort) => way(`sort ${sort}`, "sort", sort)),
    ...filters.map(([param, value]) => way(`filter ${param}=${value}`, param, value)),
  ];
}

/** The last page to which a list gives a link. */
async function lastPage(entity: Entity, small: Caller, full: Caller): Promise<Call> {
  const path = async (caller: Caller) => {
    const { total, limit } = await caller.list(entity.api);
    return `${entity.api}?page=${Math.ceil(total / limit)}&limit=${limit}`;
  };
  return { title: `${entity.name}: last page`, small: await path(small), full: await path(full) };
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);

/** Filter values that the filled networks hold often and seldom, each with the index of its parameter. */
function valuesOf(field: Field, text: string): [number, string][] {
  switch (field.kind) {
    case "integer":
    case "decimal":
    case "money":
      return [
        [0, "1"],
        [1, "1000"],
      ];
    case "day":
    case "moment":
      return [
        [0, daysAgo(1)],
        [1, daysAgo(1)],
      ];
    case "flag":
      return [
        [0, "true"],
        [0, "false"],
      ];
    case "choice":
    case "choices":
      return field.options.slice(0, 2).map((option) => [0, option]);
    case "ref":
      return [
        [0, "1"],
        [0, "2"],
        [0, "none"],
      ];
    case "refs":
    case "rows":
      return [
        [0, "1"],
        [0, "2"],
      ];
    default:
      return text ? [[0, text]] : [];
  }
}

/** A record that the person sees in both networks, so that what it holds is found in both: searches that find nothing cost nothing. */
async function knownTo(entity: Entity, small: Caller, full: Caller): Promise<RecordData> {
  const { items } = await small.list(`${entity.api}?limit=100`);
  for (const { id } of items.toSorted((one, other) => Math.abs(one.id - 42) - Math.abs(other.id - 42))) {
    const there = await full.get(`${entity.api}/${id}`).catch(() => undefined);
    if (there) return z.object({ data: recordSchema }).parse(JSON.parse(there)).data;
  }
  throw new Error(`${entity.name}: nothing that the person sees in both networks`);
}

function searchesOf(entity: Entity, known: RecordData): Way[] {
  const found = entity.list.search
    .map((name): Way => [`search by ${name}`, textOf(entity, name, known)])
    .filter(([, words]) => words);
  const others: Way[] = [
    ...[1, 2, 3].map((length): Way => [`search, letters: ${length}`, known.title.slice(0, length)]),
    ["search, nothing", "щєґqx"],
  ];
  return [...found, ...others].map(([title, words]) => way(title, "q", words));
}

function textOf(entity: Entity, name: string, record: RecordData): string {
  const value = record[name];
  if (fieldOf(entity, name).kind !== "ref") return typeof value === "string" ? value : "";
  return refSchema.safeParse(value).data?.label ?? "";
}

/** Answer times of both networks, call by call and turn by turn, so that what else the machine does harms both. */
async function compare(small: Caller, full: Caller, calls: readonly Call[], who: string): Promise<Compared[]> {
  const compared: Compared[] = [];
  for (const call of calls) {
    let times = { small: NaN, full: NaN };
    for (const count of TIMES) {
      times = await measured(small, full, call, count);
      if (times.full <= BAR * times.small) break;
    }
    compared.push({ title: who + call.title, ...times });
  }
  return compared;
}

/** Lists as they are asked for by an administrator, and by people who may not see every place. */
export async function compareLists(
  small: string,
  full: string,
  administrator: { email: string; password: string },
): Promise<Compared[]> {
  const signedIn = async (email: string): Promise<[Caller, Caller]> => [
    await new Caller(small).signIn({ ...administrator, email }),
    await new Caller(full).signIn({ ...administrator, email }),
  ];
  const [few, many] = await signedIn(administrator.email);
  const compared = await compare(few, many, await listCalls(GROWING, few, many), "");
  for (const [email, mode] of LIMITED_PEOPLE) {
    const limited = await signedIn(email);
    compared.push(...(await compare(...limited, await listCalls(BY_PLACE, ...limited), `${mode} `)));
  }
  return compared;
}

async function measured(
  small: Caller,
  full: Caller,
  { small: here, full: there }: Call,
  times: number,
): Promise<{ small: number; full: number }> {
  const taken: { small: number[]; full: number[] } = { small: [], full: [] };
  for (let i = -WARM_UP; i < times; i += 1) {
    const few = await timeOf(() => small.get(here));
    const many = await timeOf(() => full.get(there));
    if (i >= 0) {
      taken.small.push(few);
      taken.full.push(many);
    }
  }
  return { small: median(taken.small), full: median(taken.full) };
}

export const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? NaN;

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
