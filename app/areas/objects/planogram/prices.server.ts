import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { confirmPrices, planogramPrices, sendPrices } from "~server/contract/calls/prices";
import { device } from "~server/contract/entities/devices";
import { planogram } from "~server/contract/entities/planograms";
import { listRequirement, viewPath } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { plain } from "~server/contract/plain";
import { type MachinePrices, PRICE_STATES, PRICES_PAGE, type PriceState } from "~server/contract/prices";
import { sensible } from "~server/contract/query";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { errorText } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import { withParams } from "~/resource/list-address";
import { paginationOf } from "~/resource/pagination.server";
import type { Cell } from "~/ui/data-cell";
import type { Row } from "~/ui/data-table";
import type { Tone } from "~/ui/tone";

const TONES: Record<PriceState, Tone> = { wanted: "warn", sent: "info", failed: "bad", confirmed: "ok" };
const COLUMNS = ["machine", "state", "cells", "read"] as const;
/** Cells that stand in the table as they are; more are unfolded. */
const SHOWN_CELLS = 3;
const TELLING = [...listRequirement(planogram), ...listRequirement(device)];

/** How far a planogram's prices have come at its machines, and what can be done about those that lack them. */
export const pricesLoader = protectedLoader(requirementAt("view"), async (context) => {
  tabAt(context, "prices");
  const { api, params, t, format, me, url } = context;
  const asked = sensible(planogramPrices.query, url.searchParams);
  const found = await api.read(
    planogramPrices,
    { id: params.id },
    { page: String(asked.page), ...(asked.state ? { state: asked.state } : {}) },
  );
  const open = found.states.reduce((sum, { state, count }) => sum + (state === "confirmed" ? 0 : count), 0);
  const mayTell = allowed(me, TELLING) && asked.state !== "confirmed" && found.items.length > 0;
  return {
    title: t("prices:title"),
    about: t("prices:about"),
    scopes: {
      label: t("prices:states"),
      tabs: [
        { ...scope(context, "open", undefined, open), current: asked.state === undefined },
        ...PRICE_STATES.map((state) => ({
          ...scope(context, state, state, found.states.find((one) => one.state === state)?.count ?? 0),
          current: asked.state === state,
        })),
      ],
    },
    none: t(`prices:none.${asked.state ?? (found.states.some(({ count }) => count) ? "open" : "machines")}`),
    columns: COLUMNS.map((key) => ({
      key,
      label: t(`prices:column.${key}`),
      brief: key !== "machine",
    })),
    rows: found.items.map((machine) => row(context, machine, mayTell)),
    pagination: paginationOf(context, { ...found, page: asked.page, limit: PRICES_PAGE }),
    order: mayTell
      ? {
          // Drawn anew when something else is asked about.
          key: randomUUID(),
          seen: found.seen,
          expected: String(open),
          all: t("prices:all", { count: open, shown: format.number(open) }),
          choose: t("prices:choose"),
          send: t("prices:send"),
          sendHint: t("prices:send_hint"),
          confirm: t("prices:confirm"),
          confirmHint: t("prices:confirm_hint"),
        }
      : undefined,
  };
});

const scope = (
  { t, format, url }: Context,
  name: PriceState | "open",
  state: PriceState | undefined,
  count: number,
) => ({
  href: withParams(url, { state: state ?? null, page: null }),
  label: t(`prices:state.${name}`),
  count: format.number(count),
});

function row(context: Context, machine: MachinePrices, mayChoose: boolean): Row {
  const { t, format, me } = context;
  const { id, serial_number, location, read_at } = machine;
  return {
    id: String(id),
    href: allowed(me, listRequirement(device)) ? viewPath(device, id) : undefined,
    selectLabel: mayChoose ? t("prices:choose_one", { machine: serial_number }) : undefined,
    cells: [
      { text: serial_number, hint: location ?? undefined },
      stateCell(context, machine),
      cellsCell(context, machine),
      read_at ? { text: format.dateTime(read_at) } : { text: "—", hint: t("prices:never_read") },
    ],
  };
}

/** The state, and what is known of how it came about. */
function stateCell({ t, format }: Context, { state, command, by_hand, has_unit, read_at }: MachinePrices): Cell {
  const said = { text: t(`prices:state.${state}`), tone: TONES[state], badge: true };
  const time = (at: string) => format.dateTime(at);
  if (state === "confirmed")
    return {
      ...said,
      hint: by_hand
        ? t("prices:by_hand", { author: by_hand.author, time: time(by_hand.at) })
        : (read_at && t("prices:by_audit", { time: time(read_at) })) || undefined,
    };
  if (state === "wanted" || !command) return { ...said, hint: has_unit ? undefined : t("prices:no_unit") };
  const sent = t("prices:sent", { author: command.author, time: time(command.created_at) });
  const how = t(state === "failed" && command.state === "done" ? "prices:in_vain" : `prices:command.${command.state}`);
  return { ...said, hint: sent, hints: [command.message ? `${how}: ${command.message}` : how] };
}

/** What differs: "11 Latte: 35.00 → 38.00". */
function cellsCell({ t, format }: Context, { cells }: MachinePrices): Cell {
  const lines = cells.map(({ cell, recipe, known, wanted }) =>
    t("prices:differs", {
      cell: `${cell} ${recipe}`.trim(),
      known: known === null ? t("prices:not_known") : format.money(known),
      wanted: format.money(wanted),
    }),
  );
  const [text = "—", ...hints] = lines;
  return lines.length > SHOWN_CELLS
    ? { text: t("prices:cells", { count: lines.length, shown: format.number(lines.length) }), more: lines }
    : { text, hints };
}

/** Tells the chosen machines, or all that lack them, the prices, or takes a person's word that they have them. */
export const pricesAction = protectedAction(TELLING, async (context) => {
  tabAt(context, "prices");
  const { api, params, t, url, form } = context;
  const sent = form();
  const isSending = sent.get("do") === "send";
  const typed = { chosen: sent.getAll("devices").map(plain), all: sent.has("all") };
  if (!typed.chosen.length && !typed.all) return data({ error: t("prices:choose_some"), ...typed }, { status: 422 });
  const names = ["seen", "expected", "all", ...(isSending ? ["key"] : [])];
  const body = new URLSearchParams([
    ...names.flatMap((name) => (sent.has(name) ? [[name, plain(sent.get(name))]] : [])),
    ...typed.chosen.map((id) => ["devices", id]),
  ]);
  const outcome = await api.change(isSending ? sendPrices : confirmPrices, { id: params.id }, body);
  if (!outcome.ok) return data({ error: errorText(t, outcome.error), ...typed }, { status: outcome.status });
  const count = outcome.data.machines;
  throw await redirectWithToast(url.pathname + url.search, {
    tone: "ok",
    key: isSending ? "prices:was_sent" : "prices:was_confirmed",
    values: { count, shown: context.format.number(count) },
  });
});
