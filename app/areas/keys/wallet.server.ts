import { redirect } from "@remix-run/node";
import type { z } from "zod";
import { callsOf } from "~server/contract/calls/entities";
import { walletMoves, walletState } from "~server/contract/calls/wallets";
import { createRequirement, fieldOf, listRequirement } from "~server/contract/entity";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { ticket } from "~server/contract/entities/tickets";
import { columnKey } from "~server/contract/listed";
import { allowed } from "~server/contract/permissions";
import { pageQuery, sensible } from "~server/contract/query";
import { type RecordData, refSchema } from "~server/contract/record";
import { keyMoves, type WalletMove, type WalletMoves, type walletStateSchema } from "~server/contract/wallet-moves";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { apiFilters, filterChips, filterControls } from "~/resource/filters.server";
import { cleanAddress, isFindParam, withParams } from "~/resource/list-address";
import { paginationOf } from "~/resource/pagination.server";
import { shown } from "~/resource/show.server";
import { fileLinks } from "~/resource/table-file.server";
import type { Cell } from "~/ui/data-cell";
import type { Column } from "~/ui/data-table";
import { walletLabels } from "./labels";
import { walletPath } from "./paths";
import { phoneOf, ticketCell } from "./ticket.server";

const NO_MOVES: WalletMoves = { items: [], totals: null, total: 0, capped: false, page: 1, limit: 1 };
/** Columns of the screen; a file has all of them. What goes with another stands below it. */
const COLUMNS = ["at", "type", "amount", "balance", "bonus_balance", "device", "recipe"];
const BELOW: Readonly<Record<string, string>> = { device: "location", recipe: "price" };
const FILTERS = ["type", "pocket", "day_from", "day_to"];

/** A wallet: what it has, and its movements. */
export const walletLoader = protectedLoader(listRequirement(keyWallet), async (context) => {
  const { api, params, t, url } = context;
  const clean = cleanAddress(url);
  if (clean) throw redirect(clean);
  const { query, wrong } = apiFilters(keyMoves, url);
  query.set("page", String(sensible(pageQuery, url.searchParams).page));
  const ids = { id: params.id };
  const [record, state, page, chips] = await Promise.all([
    api.read(callsOf(keyWallet).read, ids),
    api.read(walletState, ids),
    api.readOr(NO_MOVES, walletMoves, ids, query),
    filterChips(context, keyMoves, url, {}),
  ]);
  const writesTickets = allowed(context.me, createRequirement(ticket));
  const phone = writesTickets ? await phoneOf(context, record) : undefined;
  const isOpen =
    url.searchParams.has("filters") || wrong.size > 0 || [...url.searchParams.keys()].some((name) => isFindParam(name));
  return {
    tiles: tilesOf(context, state),
    owed: record.overdrawn === true ? t("wallets:overdrawn") : undefined,
    about: aboutOf(context, record, state.vended_at),
    actions: state.moves.map((type) => ({
      href: walletPath(params.id, `/moves/${type}`),
      label: t(`wallets:enter.${type}`),
    })),
    keep: [...url.searchParams]
      .filter(([name]) => !["page", "filters", ...FILTERS].includes(name) && !isFindParam(name))
      .map(([name, value]) => ({ name, value })),
    panel: isOpen ? await filterControls(context, keyMoves, url, wrong) : undefined,
    panelHref: withParams(url, { filters: "1" }),
    chips,
    clearHref: walletPath(params.id),
    exports: fileLinks(context, `/export/key_wallet/${params.id}`, keyMoves, keyMoves.list.columns),
    turnover: turnoverOf(context, page),
    columns: [
      ...COLUMNS.map((name) => columnOf(context, name)),
      ...(writesTickets ? [{ key: "ticket", label: t("entities:ticket.many") }] : []),
    ],
    rows: page.items.map((move) => ({
      id: String(move.id),
      cells: [
        ...COLUMNS.map((name) => cellOf(context, record, move, name)),
        ...(writesTickets ? [ticketCell(context, record, move, phone)] : []),
      ],
    })),
    pagination: paginationOf(context, page),
    empty: chips.length
      ? { title: t("resource:nothing_found"), text: t("resource:nothing_found_hint") }
      : { title: t("wallets:none"), text: t("wallets:none_hint") },
    labels: pick(t, walletLabels),
  };
});

type State = z.infer<typeof walletStateSchema>;

/** Both balances, and what machines hold of them. */
function tilesOf({ t, format }: Context, { balance, bonus_balance, held }: State) {
  const tile = (field: string, value: number, holds: number) => ({
    label: t(`entities:key_wallet.fields.${field}`),
    value: format.money(value),
    comparison:
      value < 0
        ? { text: t("entities:key_wallet.fields.overdrawn"), tone: "bad" as const }
        : holds > 0
          ? { text: t("wallets:held", { amount: format.money(holds) }), tone: "warn" as const }
          : undefined,
  });
  return [tile("balance", balance, held.main), tile("bonus_balance", bonus_balance, held.bonus)];
}

const ABOUT = [
  "client",
  "owner",
  "type",
  "original_balance",
  "original_bonus",
  "cashback_percent",
  "max_price",
  "day_limit",
];

/** Whose key it is and what limits it; what says nothing is left out. */
const aboutOf = (context: Context, record: RecordData, vendedAt: string | null) => [
  ...ABOUT.filter((name) => record[name] !== null && record[name] !== 0).map((name) => {
    const { text, href } = shown(context, fieldOf(keyWallet, name), record[name]);
    return { label: context.t(`entities:key_wallet.fields.${name}`), text, href };
  }),
  {
    label: context.t("wallets:vended_at"),
    text: vendedAt === null ? "—" : context.format.dateTime(vendedAt),
    href: undefined,
  },
];

/** What came in and went out of each pocket of what is shown. */
function turnoverOf({ t, format }: Context, { totals }: WalletMoves): string {
  if (!totals) return t("wallets:too_many");
  return (["main", "bonus"] as const)
    .filter((pocket) => totals[pocket].in > 0 || totals[pocket].out > 0)
    .map((pocket) =>
      t("wallets:turnover", {
        pocket: t(`options:pocket.${pocket}`),
        in: format.money(totals[pocket].in),
        out: format.money(totals[pocket].out),
      }),
    )
    .join(" · ");
}

const columnOf = ({ t }: Context, name: string): Column => ({
  key: name,
  label: t(columnKey(keyMoves, name)),
  align: fieldOf(keyMoves, name).kind === "money" ? "end" : "start",
  brief: name === "type" || name === "amount" ? true : undefined,
});

function cellOf(context: Context, record: RecordData, move: WalletMove, name: string): Cell {
  const { t, format } = context;
  const valueOf = (field: string) => shown(context, fieldOf(keyMoves, field), Reflect.get(move, field));
  const cell = valueOf(name);
  const below = BELOW[name];
  if (below !== undefined)
    return { ...cell, hint: Reflect.get(move, below) === null ? undefined : valueOf(below).text };
  // A vend that was told late stands where it was booked.
  const isLate = Date.parse(move.entered_at) - Date.parse(move.at) > LATE_MS;
  if (name === "at")
    return { ...cell, hint: isLate ? t("wallets:entered", { at: format.dateTime(move.entered_at) }) : undefined };
  if (name === "type") return { ...cell, hint: aboutType(context, record, move) };
  if (name !== "amount") return cell;
  return move.pocket === "none"
    ? { text: "—" }
    : { ...cell, tone: move.amount < 0 ? "bad" : "ok", text: signed(cell.text, move.amount) };
}

/** Why and by whom a movement was entered, what it takes back, and whose the key was where it is another's now. */
function aboutType(
  { t, format }: Context,
  record: RecordData,
  { reason, author, reverses, client }: WalletMove,
): string | undefined {
  const said = [
    reason,
    author,
    reverses && t("wallets:reverses", { at: format.dateTime(reverses.at) }),
    client &&
      client.id !== refSchema.safeParse(record.client).data?.id &&
      t("wallets:of_client", { client: client.label }),
  ].filter(Boolean);
  return said.join(" · ") || undefined;
}

const LATE_MS = 60_000;
const signed = (text: string, amount: number): string => (amount > 0 ? `+${text}` : text);
