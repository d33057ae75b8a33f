import { createHash, randomBytes } from "node:crypto";
import { type ClientRequest, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { createParser } from "eventsource-parser";
import type pg from "pg";
import { commit } from "~server/web/session.server";
import type { Run } from "../ops/product";
import { type Held, heldBy } from "./held";
import { untilSeen } from "./open-ticket";
import { memoryOf, type Product, type ProductProcess } from "./processes";
import { table } from "./report";

/** People who listen at a time; replies that are posted while they do. */
const CROWD = 200;
const THRONG = 1_000;
const REPLIES = { crowd: 40, throng: 5 };
const PAUSE_MS = 150;
const ROUNDS = 1_000;

interface Person {
  token: string;
  cookie: string;
}

interface Stream {
  ready: Promise<void>;
  heard: Map<number, number>;
  twice: number;
  request: ClientRequest;
}

/**
 * Live events of the product: from posting a reply to its arrival in every open stream, what a thousand streams weigh,
 * and what a thousand comings and goings leave behind. Throws when a notice is lost or comes twice.
 */
export async function measureLive({ web, api, product, processes }: Product, pool: pg.Pool): Promise<string> {
  const people = await makePeople(pool, THRONG);
  const [writer, reader] = await makePeople(pool, 2);
  if (!writer || !reader) throw new Error("nobody to write and to read");
  const ticket = await openTicket(api, writer.token);
  const quiet = processes.map(memoryOf);

  const crowd = await listenAll(web, people.slice(0, CROWD));
  await post(api, writer.token, ticket);
  const seen = await untilSeen(
    `${web}/help_desk/tickets/view/${ticket}`,
    reader.cookie,
    Array.from({ length: REPLIES.crowd }, nextReply),
    (text) => post(api, writer.token, ticket, text),
  );
  const few = await delays(api, writer.token, ticket, crowd, REPLIES.crowd);
  leaveAll(crowd);
  await pause(500);

  const throng = await listenAll(web, people);
  const many = await delays(api, writer.token, ticket, throng, REPLIES.throng);
  const loud = processes.map(memoryOf);
  leaveAll(throng);
  // Sockets stay a while for streams that come back.
  await pause(20_000);
  const left = await comeAndGo(web, people, processes, product);

  const row = (title: string, times: number[]) => [
    title,
    String(times.length),
    at(times, 0.5),
    at(times, 0.99),
    at(times, 1),
  ];
  return [
    table([
      ["Reply posted → in the stream, ms", "arrivals", "p50", "p99", "slowest"],
      row(`${CROWD} streams`, few),
      row(`${CROWD} streams, on the page in Chromium`, seen),
      row(`${THRONG} streams`, many),
    ]),
    table([
      ["Memory, MB", "no stream", `${THRONG} streams`, "KB a stream"],
      ...processes.map(({ name }, index) => {
        const [before = 0, after = 0] = [quiet[index], loud[index]];
        return [name, before.toFixed(0), after.toFixed(0), (((after - before) * 1024) / THRONG).toFixed(0)];
      }),
    ]),
    table([[`${ROUNDS} comings and goings`, "heap MB before", "after", "handles before", "after"], ...left]),
  ].join("\n\n");
}

/** People of support who are signed in already: a thousand passwords would be hashed for a minute. */
async function makePeople(pool: pg.Pool, count: number): Promise<Person[]> {
  const group = await pool.query<{ id: number }>(
    "insert into user_groups (name, permissions) values ('Підтримка', '{HELP_DESK}') returning id",
  );
  const people = Array.from({ length: count }, () => randomBytes(32).toString("base64url"));
  await pool.query(
    `with made as (insert into users (full_name, email, password, user_group_id) select 'Підтримка', h || '@example.com', '', $2 from unnest($1::text[]) h returning id, email)
    insert into tokens (hash, user_id, expires_at) select split_part(email, '@', 1), id, now() + interval '1 day' from made`,
    [people.map((token) => createHash("sha256").update(token).digest("hex")), group.rows[0]?.id],
  );
  return Promise.all(
    people.map(async (token) => ({
      token,
      cookie: (await commit(token)).split(";")[0] ?? "",
    })),
  );
}

async function call(api: string, token: string, path: string, values: Record<string, string>): Promise<unknown> {
  const answer = await fetch(api + path, {
    method: "POST",
    headers: { authorization: token },
    body: new URLSearchParams(values),
  });
  const body: unknown = await answer.json();
  if (!answer.ok) throw new Error(`${path}: ${JSON.stringify(body)}`);
  return body;
}

async function openTicket(api: string, token: string): Promise<number> {
  const body = await call(api, token, "/help_desk/tickets", {
    subject: "Немає води",
    type: "GENERAL",
    priority: "HIGH",
  });
  const id = /"id":(\d+)/.exec(JSON.stringify(body))?.[1];
  if (!id) throw new Error("no ticket");
  return Number(id);
}

let replies = 0;
const nextReply = () => `reply ${++replies}`;
const post = (api: string, token: string, ticket: number, text = nextReply()) =>
  call(api, token, `/help_desk/tickets/${ticket}/entries`, {
    kind: "REPLY",
    text,
    key: `bench-${text.replace(" ", "-")}`,
  });

/** Opens a stream for each and waits until all have caught up. */
async function listenAll(web: string, people: readonly Person[]): Promise<Stream[]> {
  const streams: Stream[] = [];
  for (let from = 0; from < people.length; from += 50) {
    const some = people.slice(from, from + 50).map(({ cookie }) => listen(web, cookie));
    await Promise.all(some.map(({ ready }) => ready));
    streams.push(...some);
  }
  return streams;
}

function listen(web: string, cookie: string): Stream {
  const heard = new Map<number, number>();
  let opened = () => {};
  const ready = new Promise<void>((done) => {
    opened = done;
  });
  const stream: Stream = {
    ready,
    heard,
    twice: 0,
    request: get(`${web}/events`, { agent: false, headers: { cookie } }),
  };
  const parser = createParser({
    onEvent({ event, data }) {
      if (event === "ready") return opened();
      const number = Number(/reply (\d+)"/.exec(data)?.[1]);
      if (!number) return;
      if (heard.has(number)) stream.twice += 1;
      heard.set(number, performance.now());
    },
  });
  stream.request.on("error", () => undefined);
  stream.request.on("response", (answer) => {
    if (answer.statusCode !== 200) throw new Error(`/events answered ${answer.statusCode}`);
    answer
      .setEncoding("utf8")
      .on("data", (part: string) => parser.feed(part))
      .on("error", () => undefined);
  });
  return stream;
}

const leaveAll = (streams: readonly Stream[]) => {
  for (const { request } of streams) request.destroy();
};

/** Posts replies one after another; times in ms from before each is sent until it is in each stream. */
async function delays(
  api: string,
  token: string,
  ticket: number,
  streams: readonly Stream[],
  count: number,
): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < count; round++) {
    const sent = performance.now();
    await post(api, token, ticket);
    const number = replies;
    for (let waited = 0; streams.some(({ heard }) => !heard.has(number)); waited += 20) {
      if (waited > 20_000) throw new Error(`reply ${number} was lost`);
      await pause(20);
    }
    times.push(...streams.map(({ heard }) => (heard.get(number) ?? NaN) - sent));
    await pause(PAUSE_MS);
  }
  if (streams.some(({ twice }) => twice)) throw new Error("a reply came twice");
  return times;
}

/** Streams open and close, ten people at a time; then the processes are looked into, as before. */
async function comeAndGo(
  web: string,
  people: readonly Person[],
  processes: readonly ProductProcess[],
  product: Run,
): Promise<string[][]> {
  const node = processes.filter(({ name }) => name !== "postgres");
  const look = async () => {
    const found: Held[] = [];
    for (const { pids } of node) for (const pid of pids()) found.push(await heldBy(pid, product));
    return found;
  };
  const rounds = async (count: number) => {
    for (let round = 0; round < count / 10; round++)
      leaveAll(await listenAll(web, people.slice((round * 10) % THRONG, ((round * 10) % THRONG) + 10)));
    await pause(25_000);
  };
  await rounds(200);
  const before = await look();
  await rounds(ROUNDS);
  const after = await look();
  const mb = (held: Held | undefined) => ((held?.heap ?? NaN) / 1024 / 1024).toFixed(1);
  const handles = (held: Held | undefined) =>
    Object.entries(held?.handles ?? {})
      .map(([kind, count]) => `${kind} ${count}`)
      .sort()
      .join(", ");
  return node.map(({ name }, index) => [
    name,
    mb(before[index]),
    mb(after[index]),
    handles(before[index]),
    handles(after[index]),
  ]);
}

function at(times: readonly number[], share: number): string {
  const sorted = [...times].sort((a, b) => a - b);
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(1);
}
