import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import type { TicketStatus } from "~server/contract/enums";
import { SETTINGS_DEFAULTS } from "~server/contract/entities/settings";
import { OUR_STATUSES, RUNNING_STATUSES, SETTLED_STATUSES } from "~server/contract/help-desk";
import { type Db, list, one, run } from "../../database/query";
import { invalid } from "../../fault";

const among = (status: SQL, statuses: readonly TicketStatus[]): SQL =>
  sql`${status} in (${sql.join(
    statuses.map((one) => sql.raw(`'${one}'`)),
    sql`, `,
  )})`;

/** Somebody still has to do something about the ticket `t`. */
export const isOpen = (t: SQL): SQL =>
  sql`(${t}.status not in (${sql.join(
    SETTLED_STATUSES.map((one) => sql.raw(`'${one}'`)),
    sql`, `,
  )}))`;
export const waitsForUs = (t: SQL): SQL => sql`(${among(sql`${t}.status`, OUR_STATUSES)})`;

const secondsSince = (since: SQL): SQL => sql`coalesce(floor(extract(epoch from now() - ${since}))::integer, 0)`;

/** Seconds of work on the ticket `t` until now. */
export const timeSpent = (t: SQL): SQL => sql`(${t}.spent_seconds + ${secondsSince(sql`${t}.running_since`)})`;

/** Gives tickets a status, and with it what follows: time runs or stops, targets wait or begin anew. `where` speaks of the row `t`. */
export async function moveTo(tx: Db, where: SQL, status: TicketStatus, state: number | null): Promise<void> {
  const runs = among(sql`${status}::text`, RUNNING_STATUSES);
  const settles = among(sql`${status}::text`, SETTLED_STATUSES);
  const reopens = sql`(not ${isOpen(sql`t`)} and not (${settles}))`;
  const holds = sql`(${status}::text = 'ON_HOLD')`;
  await run(
    tx,
    sql`
    update tickets t set status = ${status}, state_id = ${state},
      spent_seconds = case when ${runs} then t.spent_seconds else ${timeSpent(sql`t`)} end,
      running_since = case when ${runs} then coalesce(t.running_since, now()) end,
      held_seconds = case when ${reopens} then 0 when ${holds} then t.held_seconds else t.held_seconds + ${secondsSince(sql`t.held_since`)} end,
      held_since = case when ${holds} then coalesce(t.held_since, now()) end,
      counted_from = case when ${reopens} then now() else t.counted_from end,
      first_reply_at = case when ${reopens} then null else t.first_reply_at end,
      resolved_at = case when ${settles} then coalesce(t.resolved_at, now()) end
    where ${where}`,
  );
}

/** What a state of the company's own counts as; 422 when there is none. */
export async function countsAs(tx: Db, state: number): Promise<TicketStatus> {
  const found = await one(
    tx,
    z.object({ counts_as: z.custom<TicketStatus>((value) => typeof value === "string") }),
    sql`select counts_as from ticket_states where id = ${state}`,
  );
  if (!found) throw invalid({ state: [{ key: "incorrect" }] });
  return found.counts_as;
}

/** Length of a target for the ticket `t`, by its priority. */
const target = (kind: "response" | "resolution", t: SQL): SQL => {
  const of = (priority: "CRITICAL" | "HIGH" | "MEDIUM") =>
    sql`coalesce((select s.${sql.identifier(`${kind}_${priority.toLowerCase()}`)} from settings s), ${SETTINGS_DEFAULTS[kind][priority]}::integer)`;
  return sql`make_interval(mins => case ${t}.priority when 'CRITICAL' then ${of("CRITICAL")} when 'HIGH' then ${of("HIGH")} else ${of("MEDIUM")} end)`;
};

const pauses = (t: SQL): SQL => sql`make_interval(secs => ${t}.held_seconds)`;

/** When the targets of the ticket `t` began, later by the time that it was on hold. */
const begun = (t: SQL): SQL => sql`(${t}.counted_from + ${pauses(t)})`;

/** When the client said what no reply has followed since, the author's own left out; null before our first reply, when the ticket itself is waiting. */
const spokenAt = (
  t: SQL,
): SQL => sql`(select min(c.at) from ticket_entries c where c.ticket_id = ${t}.id and c.kind = 'CLIENT'
  and c.at > (select max(r.at) from ticket_entries r where r.ticket_id = ${t}.id and r.kind = 'REPLY' and r.author_id is distinct from ${t}.author_id
    and (${t}.first_reply_at is not null or r.at >= ${t}.counted_from)))`;

/** Pauses before words that begin a new wait have moved the beginning; only later ones move the answer to these words too. They were just said. */
export async function countAnew(tx: Db, ticket: number): Promise<void> {
  await run(
    tx,
    sql`
    update tickets t set counted_from = ${begun(sql`t`)} + coalesce(now() - t.held_since, '0'), held_seconds = 0, held_since = case when t.held_since is not null then now() end
    where t.id = ${ticket} and ${spokenAt(sql`t`)} = now()`,
  );
}

/** When an answer is due: until somebody but the author replied, and again from the client's next words on; null when nobody waits for one. */
const responseDue = (t: SQL): SQL => sql`(case when ${t}.status <> 'REPLIED' then
  coalesce(${spokenAt(t)} + ${pauses(t)}, case when ${t}.first_reply_at is null then ${begun(t)} end) + ${target("response", t)} end)`;
const resolutionDue = (t: SQL): SQL => sql`(${begun(t)} + ${target("resolution", t)})`;

/** Whether the next target of the ticket `t` is an answer. */
export const awaitsAnswer = (t: SQL): SQL => sql`coalesce(${responseDue(t)} < ${resolutionDue(t)}, false)`;

/** When the next target of the ticket `t` is missed; null while nobody waits for us to meet one. */
export const dueAt = (t: SQL): SQL =>
  sql`(case when ${isOpen(t)} and ${t}.status <> 'ON_HOLD' then least(${responseDue(t)}, ${resolutionDue(t)}) end)`;

/** A number that puts tickets in the order of their urgency: the critical ones first, and among equals what is due first. */
export const urgency = (
  t: SQL,
): SQL => sql`(case ${t}.priority when 'CRITICAL' then 1 when 'HIGH' then 2 else 3 end * 100000000000::bigint
  + coalesce(extract(epoch from ${dueAt(t)})::bigint, 99999999999))`;

/** Whether the user `u` of the group `g` may be responsible for tickets. */
const holdsHelpDesk = (u: SQL, g: SQL): SQL =>
  sql`(${u}.is_root or ${u}.is_can_all or 'HELP_DESK' = any(${g}.permissions))`;

/** What has become of the person responsible for the ticket `t`; null without one. */
export const responsibleState = (t: SQL): SQL => sql`(case when ${t}.responsible_id is null then null else coalesce((
  select case when ru.blocked then 'NOT_FOUND' when ru.help_desk_responsible and ${holdsHelpDesk(sql`ru`, sql`rg`)} then 'OK' else 'NO_LONGER' end
  from users ru left join user_groups rg on rg.id = ru.user_group_id where ru.id = ${t}.responsible_id), 'NOT_FOUND') end)`;

/** Those of `users` who may be responsible for tickets. */
export async function areResponsible(tx: Db, users: readonly number[]): Promise<boolean> {
  const found = await one(
    tx,
    z.object({ count: z.number() }),
    sql`
    select count(*) as count from users u left join user_groups g on g.id = u.user_group_id
    where u.id = any(${list(users, "integer")}) and not u.blocked and u.help_desk_responsible and coalesce(${holdsHelpDesk(sql`u`, sql`g`)}, false)`,
  );
  return found?.count === new Set(users).size;
}

/** Refuses a person who may not be responsible for tickets. */
export async function checkResponsible(tx: Db, user: unknown): Promise<void> {
  if (typeof user === "number" && !(await areResponsible(tx, [user])))
    throw invalid({ responsible: [{ key: "not_responsible" }] });
}
