import { z } from "zod";
import { ENTITIES } from "~server/contract/entities";
import { user } from "~server/contract/entities/users";
import type { Declared } from "~server/contract/entity";
import { jsonSchema } from "~server/contract/openapi/json";
import { writtenSchema } from "~server/contract/schema";
import { infoSchema } from "~server/contract/session";
import { MOVE_FORMS } from "~server/contract/stock";
import { clientOf, PASSWORD, type Person } from "../api/app";
import { sampleOf } from "../api/samples";
import { hostileBatches, NO_BATCHES } from "../hostile/events";
import { fieldsOf } from "../hostile/fields";
import { attacks, BODIES, type Entries, hostileForms, type Request } from "../hostile/requests";
import { type Bad, openSender, type Sent } from "../hostile/sender";
import { inOrder, usualCalls } from "../hostile/world";
import { ADMIN } from "../ops/product";
import { Browser } from "./browser";
import { heldBy } from "./held";
import { cpuOf, type ProductProcess } from "./processes";
import { table } from "./report";
import { withProduct } from "./with-product";

/** What each call and form gets: about ten times what it gets in the tests. */
const SCALE = { typed: 12, other: 6, ids: 20, bodies: 4, names: 4, heads: 3, queryIn: 1 };
const SIDE_BY_SIDE = 8;
/** What takes longer hangs, ms. */
const HANG = 1_000;
/** Most CPU that an oversized or deep body may take, ms. */
const BAR = 50;
/** How often such a body is sent: the clock of processes ticks in 10 ms. */
const TIMES = 10;
const MB = 1024 * 1024;

interface Round {
  title: string;
  sent: readonly Sent[];
  bad: Bad[];
  heap: { name: string; before: number; after: number }[];
}

/**
 * `npm run bench hostile [seed]`: hostile values to every field of every call and every form of the built product, and what oversized and deep bodies take of the CPU. Throws when an answer is a failure, comes after a second, or a
 * body takes more than it may.
 */
export async function hostile(seed = 1): Promise<void> {
  await withProduct(async ({ web, api, product, processes }) => {
    const node = processes.filter(({ name }) => name !== "postgres");
    const heap = async (): Promise<number[]> => {
      const bytes: number[] = [];
      for (const { pids } of node) for (const pid of pids()) bytes.push((await heldBy(pid, product)).heap);
      return bytes;
    };
    const root = await signedIn(api, ADMIN);
    const { usual, unit } = await usualCalls(root, await anotherPerson(api, root));
    const { headers } = await Browser.signedIn(web, ADMIN);

    async function round(title: string, origin: string, attack: (send: Send) => Promise<Bad[]>): Promise<Round> {
      const sender = openSender(origin, SIDE_BY_SIDE);
      const before = await heap();
      const bad = await attack(sender.attack);
      const after = await heap();
      await sender.close();
      const grown = node.map(({ name }, at) => ({
        name,
        before: (before[at] ?? 0) / MB,
        after: (after[at] ?? 0) / MB,
      }));
      return { title, sent: sender.sent, bad, heap: grown };
    }

    const scale = { seed, ...SCALE };
    const attacksOn = attacks(scale);
    const rounds = [
      await round("calls of the API", api, async (send) => {
        const bad: Bad[] = [];
        for (const [name, call] of inOrder()) bad.push(...(await send(attacksOn(call, await usual(name, call)))));
        return bad;
      }),
      await round("batches of a unit", api, (send) => send(batchesOf(unit, hostileBatches(seed, scale, new Date())))),
      await round("forms of the web", web, (send) => send(webForms(headers, hostileForms(scale)))),
    ];
    say(roundTable(rounds));
    const [webProcess, apiProcess] = node;
    if (!webProcess || !apiProcess) throw new Error("no processes");
    const bodies = [
      ...(await cpuTable("web, /recipes/create", web, webProcess, formBodies("/recipes/create", headers))),
      ...(await cpuTable("API, /recipes", api, apiProcess, formBodies("/recipes", { authorization: root.token }))),
      ...(await cpuTable("API, /telemetry/batch", api, apiProcess, batchesOf(unit, NO_BATCHES.map(named)))),
    ].sort((one, other) => other.ms - one.ms);
    say(table([["Body", "CPU ms"], ...bodies.map(({ title, ms }) => [title, ms.toFixed(1)])]));
    conclude(rounds, bodies);
  });
}

type Send = (requests: readonly Request[]) => Promise<Bad[]>;
const named = ([why, body]: readonly [string, string]) => ({ why, body });

async function signedIn(api: string, account: { email: string; password: string }): Promise<Person> {
  const at = (token: string) => clientOf((path, init) => fetch(api + path, init), token);
  const { data } = await at("").post("/login", account);
  const { token, info } = z.object({ token: z.string(), info: infoSchema }).parse(data);
  return { ...at(token), id: info.id, email: account.email, group: 0 };
}

async function anotherPerson(api: string, root: Person): Promise<Person> {
  const account = { email: "leaver@example.com", password: PASSWORD };
  await root.post("/users", { ...(await sampleOf(root, user)), ...account });
  return signedIn(api, account);
}

const batchesOf = (unit: Record<string, string>, batches: readonly { why: string; body: string }[]): Request[] =>
  batches.map(({ why, body }) => ({
    method: "POST",
    path: "/telemetry/batch",
    headers: { ...unit, "content-type": "application/json" },
    body,
    why,
  }));

/** Every declared form of a new record, and of each kind of a stock move. */
function webForms(headers: Record<string, string>, formsFrom: ReturnType<typeof hostileForms>): Request[] {
  const forms: [path: string, form: Declared, first: Entries][] = [
    ...ENTITIES.map((one): [string, Declared, Entries] => [
      one.singleton ? one.paths.view : one.paths.create,
      one,
      [["version", "1"]],
    ]),
    ...Object.entries(MOVE_FORMS).map(([kind, form]): [string, Declared, Entries] => [
      `/warehouses/view/1/moves/new?kind=${kind}`,
      form,
      [["key", "hostile-key"]],
    ]),
  ];
  return forms.flatMap(([path, form, first]) =>
    formsFrom(fieldsOf(jsonSchema(writtenSchema(form, "form", "update"), "input")), () => first).map(
      ({ why, body, headers: own }) => ({ method: "POST", path, headers: { ...headers, ...own }, body, why }),
    ),
  );
}

const formBodies = (path: string, headers: Record<string, string>): Request[] =>
  BODIES.map(([why, body, own]) => ({
    method: "POST",
    path,
    headers: { ...headers, "content-type": "application/x-www-form-urlencoded", ...own },
    body: body(),
    why,
  }));

/** CPU that each body takes of a process, ms: the mean of some. */
async function cpuTable(title: string, origin: string, process: ProductProcess, requests: readonly Request[]) {
  const sender = openSender(origin, 1);
  const found: { title: string; ms: number }[] = [];
  for (const request of requests) {
    await sender.attack([request]);
    const before = cpuOf(process);
    await sender.attack(Array.from({ length: TIMES }, () => request));
    found.push({ title: `${title}: ${request.why}`, ms: (cpuOf(process) - before) / TIMES });
  }
  await sender.close();
  return found;
}

function roundTable(rounds: readonly Round[]): string {
  const lines = rounds.map(({ title, sent, heap }) => [
    title,
    String(sent.length),
    String(sent.filter(({ status }) => status >= 500 || status === 0).length),
    String(sent.filter(({ ms }) => ms > HANG).length),
    Math.max(...sent.map(({ ms }) => ms)).toFixed(0),
    ...heap.map(({ before, after }) => `${before.toFixed(0)} → ${after.toFixed(0)}`),
  ]);
  const names = rounds[0]?.heap.map(({ name }) => `heap of ${name}, MB`) ?? [];
  return `${table([["Hostile", "sent", "5xx", "over 1 s", "slowest ms", ...names], ...lines])}\n`;
}

function conclude(rounds: readonly Round[], bodies: readonly { title: string; ms: number }[]): void {
  const bad = rounds.flatMap((round) => round.bad);
  const slow = rounds
    .flatMap(({ sent }) => sent)
    .filter(({ ms }) => ms > HANG)
    .sort((one, other) => other.ms - one.ms);
  const dear = bodies.filter(({ ms }) => ms >= BAR);
  if (bad.length) throw new Error(`${bad.length} failures, the first: ${JSON.stringify(bad.slice(0, 20), null, 1)}`);
  if (slow.length)
    throw new Error(`${slow.length} answers took more than ${HANG} ms: ${JSON.stringify(slow.slice(0, 20), null, 1)}`);
  if (dear.length) throw new Error(`${dear.length} bodies take ${BAR} ms of CPU or more`);
}

const say = (text: string) => console.log(text);
