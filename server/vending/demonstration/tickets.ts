import { sql } from "drizzle-orm";
import { z } from "zod";
import type { TicketStatus } from "~server/contract/enums";
import { type Db, rows, run } from "../database/query";
import * as tables from "../tables";
import { HOUR, MINUTE, type Moment } from "./calendar";
import { idsBy, insertAll } from "./insert";
import { chance, pick, type Random, randomOf, weighted, whole } from "./random";
import { CATEGORIES, RULES, SOLUTIONS, STATES, STORIES, type Story } from "./ticket-stories";

const TICKETS = 42;
const OPEN_STATUSES: readonly TicketStatus[] = [
  "NEW",
  "IN_PROGRESS",
  "WAITING_REPLY",
  "REPLIED",
  "ON_HOLD",
  "NEEDS_REVIEW",
];

const person = z.object({
  id: z.number(),
  full_name: z.string(),
  blocked: z.boolean(),
  help_desk_responsible: z.boolean(),
});
const idRow = z.object({ id: z.number() });

/** A help desk with a past: most tickets are done, some are worked on, a few wait for somebody. */
export async function addTickets(tx: Db, now: Moment): Promise<void> {
  const categoryId = idsBy(CATEGORIES, (one) => one.name, await insertAll(tx, tables.ticketCategories, CATEGORIES));
  const [waitsForPart = null] = await insertAll(tx, tables.ticketStates, STATES);
  await insertAll(
    tx,
    tables.ticketSolutions,
    SOLUTIONS.map(({ category, ...solution }) => ({
      ...solution,
      category_id: category === null ? null : categoryId(category),
    })),
  );
  await insertAll(
    tx,
    tables.ticketRules,
    RULES.map(({ category, ...rule }) => ({ ...rule, active: true, category_id: categoryId(category) })),
  );
  const invented = await inventTickets(tx, now);
  const ids = await insertAll(
    tx,
    tables.tickets,
    invented.map(({ story, plan }) => ({
      ...plan,
      subject: story.subject,
      description: story.description,
      priority: story.priority,
      category_id: categoryId(story.category),
      state_id: plan.status === "ON_HOLD" ? waitsForPart : null,
    })),
  );
  await addPast(tx, invented, ids);
}

/** What was said about the tickets, and who gave them their status. */
async function addPast(tx: Db, invented: readonly Invented[], ids: readonly number[]): Promise<void> {
  const entries = invented.flatMap(({ said }, index) =>
    said.map((entry) => ({ ...entry, ticket_id: ids[index] ?? 0 })),
  );
  await insertAll(tx, tables.ticketEntries, entries);
  const turns = invented.flatMap(({ turned }, index) =>
    turned ? [{ ...turned, entity: "ticket", entity_id: ids[index] ?? 0 }] : [],
  );
  await insertAll(tx, tables.history, turns);
  await run(
    tx,
    sql`update tickets t set last_message_at = greatest(t.last_message_at, (select max(e.at) from ticket_entries e where e.ticket_id = t.id)),
    first_reply_at = (select min(e.at) from ticket_entries e where e.ticket_id = t.id and e.kind = 'REPLY' and e.author_id is distinct from t.author_id)`,
  );
}

type People = z.infer<typeof person>[];
type Invented = ReturnType<typeof inventTicket>;

async function inventTickets(tx: Db, now: Moment): Promise<Invented[]> {
  const people = await rows(
    tx,
    person,
    sql`select id, full_name, blocked, help_desk_responsible from users where not is_root order by id`,
  );
  const devices = await rows(tx, idRow, sql`select id from devices where in_work and not hidden order by id`);
  const deviceIds = devices.map(({ id }) => id);
  return Array.from({ length: TICKETS }, (_, index) =>
    inventTicket(randomOf("ticket", index), index, people, deviceIds, now),
  );
}

function inventTicket(random: Random, index: number, people: People, devices: readonly number[], now: Moment) {
  const story = pick(random, STORIES);
  // The newest are open, the older ones mostly done.
  const age = index < 10 ? whole(random, 6, 600) * MINUTE : whole(random, 8, 24 * 40) * HOUR;
  const opened = now - age;
  const isOpen = index < 10 || chance(random, 0.12);
  const status: TicketStatus = isOpen ? pick(random, OPEN_STATUSES) : chance(random, 0.3) ? "RESOLVED" : "CLOSED";
  const responsible = responsibleFor(random, status, index, people);
  const authors = people.filter(({ blocked }) => !blocked);
  const worked = whole(random, 4, 150) * MINUTE;
  const heard = heardOf(random, status, story);
  const step = Math.min(worked, age) / (heard.length + 1);
  const ended = new Date(opened + Math.min(age, worked + 2 * HOUR));
  const runs = status === "IN_PROGRESS" || status === "NEEDS_REVIEW";
  const plan = {
    type: story.device ? "DEVICE_PROBLEM" : "GENERAL",
    device_id: story.device ? pick(random, devices) : null,
    error_code: null,
    status,
    client_phone: chance(random, 0.6) ? `+38067${String(whole(random, 1_000_000, 1_000_025))}` : null,
    responsible_id: responsible,
    author_id: pick(random, authors).id,
    created_at: new Date(opened),
    updated_at: new Date(opened),
    counted_from: new Date(opened),
    last_message_at: new Date(opened),
    resolved_at: isOpen ? null : ended,
    spent_seconds: status === "NEW" ? 0 : Math.round(Math.min(worked, age / 2) / 1000),
    running_since: runs ? new Date(now - Math.min(whole(random, 1, 40) * MINUTE, age / 4)) : null,
    held_seconds: 0,
    held_since: status === "ON_HOLD" ? new Date(now - Math.min(age, 5 * HOUR)) : null,
    files: [],
  };
  const turnedAt = new Date(isOpen ? opened + step * heard.length + MINUTE : ended);
  const by = people.find(({ id }) => id === responsible);
  return {
    story,
    plan,
    turned: status === "NEW" ? undefined : turnOf(status, turnedAt, by),
    said: heard.map(([kind, text], turn) => ({
      kind,
      text,
      at: new Date(opened + step * (turn + 1)),
      author_id: responsible ?? pick(random, authors).id,
      delivery: kind === "REPLY" ? (DELIVERIES[weighted(random, [5, 3, 2])] ?? "WAIT") : null,
      files: [],
      error_code: null,
      key: null,
    })),
  };
}

const DELIVERIES = ["RECEIVED", "RECEIVED", "WAIT"] as const;

/** How much of a story was said by now. */
function heardOf(random: Random, status: TicketStatus, { said }: Story): Story["said"] {
  if (status === "NEW") return [];
  if (status === "CLOSED" || status === "RESOLVED") return said;
  return said.slice(0, whole(random, 1, Math.max(1, said.length)));
}

/** How the ticket came by its status, as its history tells it. */
const turnOf = (status: TicketStatus, at: Date, by: People[number] | undefined) => ({
  at,
  author_id: by?.id ?? null,
  author: by?.full_name ?? null,
  action: "set_status",
  changes: [{ field: "status", before: "NEW", after: status }],
});

/** New ones are nobody's; two lie with somebody who is blocked since. */
function responsibleFor(random: Random, status: TicketStatus, index: number, people: People): number | null {
  if (status === "NEW") return null;
  const [gone] = people.filter(({ blocked }) => blocked);
  if (gone && (index === 3 || index === 7)) return gone.id;
  return pick(
    random,
    people.filter(({ help_desk_responsible, blocked }) => help_desk_responsible && !blocked),
  ).id;
}
