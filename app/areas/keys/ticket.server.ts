import { callsOf } from "~server/contract/calls/entities";
import { keyClient } from "~server/contract/entities/key_clients";
import { ticket } from "~server/contract/entities/tickets";
import { listRequirement } from "~server/contract/entity";
import { allowed } from "~server/contract/permissions";
import { plain } from "~server/contract/plain";
import { type RecordData, refSchema } from "~server/contract/record";
import type { WalletMove } from "~server/contract/wallet-moves";
import type { Context } from "~server/web/guard.server";
import type { Cell } from "~/ui/data-cell";

/** The client of a wallet and its phone, for who may see it. */
export async function phoneOf({ api, me }: Context, { client }: RecordData) {
  const id = refSchema.safeParse(client).data?.id;
  if (id === undefined || !allowed(me, listRequirement(keyClient))) return undefined;
  const { phone } = await api.read(callsOf(keyClient).read, { id });
  return { of: id, phone: plain(phone) };
}

/** A ticket about what happened at a machine begins with what is known of it; the phone is that of the client of then. */
export function ticketCell(
  { t, format }: Context,
  { key }: RecordData,
  { device, type, amount, at, client }: WalletMove,
  known: Awaited<ReturnType<typeof phoneOf>>,
): Cell {
  if (!device) return { text: "" };
  const subject = t("wallets:ticket_subject", {
    key: String(key),
    move: t(`options:key_move.${type}`),
    amount: format.money(amount),
    at: format.dateTime(at),
  });
  const asked = new URLSearchParams({ type: "DEVICE_PROBLEM", device: String(device.id), subject });
  if (known?.phone && known.of === client?.id) asked.set("client_phone", known.phone);
  return { text: t("entities:ticket.create"), href: `${ticket.paths.create}?${asked}` };
}
