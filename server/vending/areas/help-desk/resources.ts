import { sql } from "drizzle-orm";
import { z } from "zod";
import { ticketCategory } from "~server/contract/entities/ticket_categories";
import { ticketRule } from "~server/contract/entities/ticket_rules";
import { ticketSolution } from "~server/contract/entities/ticket_solutions";
import { ticketState } from "~server/contract/entities/ticket_states";
import { ticket } from "~server/contract/entities/tickets";
import { TICKET_STATUSES, type TicketStatus } from "~server/contract/enums";
import { refSchema } from "~server/contract/record";
import { hasUnknownField } from "~server/contract/solution-fields";
import { everyone, type Viewer } from "../../access";
import { allOf, type Db, one, run } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { countOf, defineResource } from "../../resource/resource";
import * as tables from "../../tables";
import { announceChange } from "../notices/changes";
import { adoptErrors } from "./errors";
import { tellAssigned, tellCreated } from "./news";
import {
  checkResponsible,
  countsAs,
  dueAt,
  isOpen,
  moveTo,
  responsibleState,
  timeSpent,
  urgency,
  waitsForUs,
} from "./status";
import { visibleTickets } from "../../visible-tickets";

const nameTaken = { field: "name", key: "taken" } as const;

export const ticketCategoryResource = defineResource(ticketCategory, {
  table: tables.ticketCategories,
  visible: everyone,
  uniques: { ticket_categories_name_key: nameTaken },
  computed: {
    solutions_count: countOf("ticket_solutions", "category_id", everyone),
    open_tickets_count: countOf("tickets", "category_id", (viewer, x) => allOf([isOpen(x), visibleTickets(viewer, x)])),
  },
});

export const ticketSolutionResource = defineResource(ticketSolution, {
  table: tables.ticketSolutions,
  visible: everyone,
  async prepare(_tx, { text }) {
    if (hasUnknownField(text)) throw invalid({ text: [{ key: "unknown_solution_field" }] });
  },
});

export const ticketStateResource = defineResource(ticketState, {
  table: tables.ticketStates,
  visible: everyone,
  uniques: { ticket_states_name_key: nameTaken },
  computed: { tickets_count: countOf("tickets", "state_id", visibleTickets) },
  /** What a state counts as now, its tickets have at once; how it looks, all see who look at any of them. */
  async written(tx, id, values, { viewer, before }) {
    await moveTo(tx, sql`t.state_id = ${id} and t.status <> ${values.counts_as}`, values.counts_as, id);
    if (before && (["name", "counts_as", "colour"] as const).some((field) => before[field] !== values[field]))
      await announceChange(tx, "*", viewer);
  },
});

export const ticketRuleResource = defineResource(ticketRule, {
  table: tables.ticketRules,
  visible: everyone,
  computed: { opened_count: countOf("tickets", "rule_id", visibleTickets) },
  prepare: (tx, values) => checkResponsible(tx, values.responsible),
});

const held = z.object({ status: z.string(), state_id: z.number().nullable(), responsible_id: z.number().nullable() });

async function heldBy(tx: Db, id: number): Promise<z.infer<typeof held>> {
  return (
    (await one(tx, held, sql`select status, state_id, responsible_id from tickets where id = ${id}`)) ?? {
      status: "",
      state_id: null,
      responsible_id: null,
    }
  );
}

/** Who takes a ticket works on it, unless it waits for somebody else or is done. */
const STARTED_BY_TAKING = new Set<string>(["NEW", "WAITING_REPLY"] satisfies TicketStatus[]);

async function assign(tx: Db, id: number, user: number, viewer: Viewer): Promise<void> {
  await checkResponsible(tx, user);
  if (
    !(await run(
      tx,
      sql`update tickets set responsible_id = ${user} where id = ${id} and responsible_id is distinct from ${user}`,
    ))
  )
    throw new Fault(409, "already_done");
  await announceChange(tx, id, viewer);
  await tellAssigned(tx, id, user, viewer.id);
}

/** A status that a person gave. */
async function move(tx: Db, id: number, status: TicketStatus, state: number | null, viewer: Viewer): Promise<void> {
  await moveTo(tx, sql`t.id = ${id}`, status, state);
  await announceChange(tx, id, viewer);
}

export const ticketResource = defineResource(ticket, {
  table: tables.tickets,
  visible: visibleTickets,
  place: "device",
  computed: {
    number: (t) => sql`${t}.id`,
    opened_at: (t) => sql`${t}.created_at`,
    location: (t) => sql`(select d.location_id from devices d where d.id = ${t}.device_id)`,
    time_spent: timeSpent,
    due_at: dueAt,
    open: isOpen,
    waiting_for_us: waitsForUs,
    overdue: (t) => sql`coalesce(${dueAt(t)} < now(), false)`,
    responsible_state: responsibleState,
    free: (t) => sql`(${responsibleState(t)} is distinct from 'OK')`,
    hand_over: (t) => sql`(${isOpen(t)} and coalesce(${responsibleState(t)} <> 'OK', false))`,
  },
  orders: { priority: urgency },
  async prepare(tx, values, { id }) {
    if (values.type === "DEVICE_PROBLEM" && values.device === null)
      throw invalid({ device: [{ key: "problem_needs_device" }] });
    // Whoever was responsible may stay so while something else is corrected; the ticket is listed for hand-over.
    if (id === undefined || (await heldBy(tx, id)).responsible_id !== values.responsible)
      await checkResponsible(tx, values.responsible);
  },
  async written(tx, id, values, { viewer, before }) {
    if (before) {
      await announceChange(tx, id, viewer);
      const was = refSchema.nullable().parse(before.responsible)?.id;
      if (typeof values.responsible === "number" && values.responsible !== was)
        await tellAssigned(tx, id, values.responsible, viewer.id);
      return;
    }
    await run(tx, sql`update tickets set author_id = ${viewer.id} where id = ${id}`);
    await adoptErrors(tx, id);
    await tellCreated(tx, id, viewer.id);
    await announceChange(tx, id, viewer, [viewer.id]);
  },
  actions: {
    async take(tx, id, viewer) {
      await assign(tx, id, viewer.id, viewer);
      if (STARTED_BY_TAKING.has((await heldBy(tx, id)).status))
        await moveTo(tx, sql`t.id = ${id}`, "IN_PROGRESS", null);
      return {};
    },
    async assign(tx, id, viewer, user) {
      await assign(tx, id, z.number().parse(user), viewer);
      return {};
    },
    async set_status(tx, id, viewer, value) {
      const status = z.enum(TICKET_STATUSES).parse(value);
      const now = await heldBy(tx, id);
      if (now.status === status && now.state_id === null) throw new Fault(409, "already_done");
      await move(tx, id, status, null, viewer);
      return {};
    },
    async set_state(tx, id, viewer, value) {
      const state = z.number().parse(value);
      if ((await heldBy(tx, id)).state_id === state) throw new Fault(409, "already_done");
      await move(tx, id, await countsAs(tx, state), state, viewer);
      return {};
    },
  },
});
