import { sql } from "drizzle-orm";
import { z } from "zod";
import { KEY_MOVE_TYPES, KEY_MOVES } from "~server/contract/key-moves";
import { REFUND_WAYS, type RefundWay } from "~server/contract/refunds";
import type { Viewer } from "../../access";
import { type Db, only, rows, run } from "../../database/query";
import { Fault } from "../../fault";
import { noteMade } from "../../resource/many";
import { resourceNamed } from "../../resource/resource";
import { TODAY } from "../../time";
import { returnReceipts } from "../fiscal/returns";
import { settleBonuses } from "../keys/bonuses";
import { heldOf } from "../keys/enter";
import { newCode } from "../keys/codes";
import { lockWallets, type NewMove, writeMoves } from "../keys/ledger";
import { refundPayment } from "../payments/refunds";
import { voucherDays } from "../settings/resources";

const refundRow = z.object({
  id: z.number(),
  way: z.enum(REFUND_WAYS),
  amount: z.number(),
  paid: z.number(),
  reason: z.string(),
  wallet: z.number().nullable(),
  authorisation: z.string().nullable(),
  device: z.number(),
  /** The row of `sales`; null: what it returns was no sale. */
  sale: z.string().nullable(),
});
type Refund = z.infer<typeof refundRow>;

/**
 * Moves the money of a refund that was approved, in the caller's transaction, and returns the receipt that its sale had.
 * Cash is handed over by people: no money moves here.
 */
export async function giveBack(tx: Db, id: number, viewer: Viewer): Promise<void> {
  const refund = await only(
    tx,
    refundRow,
    sql`select id, way, amount, paid, reason, wallet_id as wallet, authorisation_id as authorisation, device_id as device, substring(subject from '^sale:(.*)') as sale from refunds where id = ${id}`,
  );
  await WAYS[refund.way](tx, refund, viewer);
  const { device, sale, amount } = refund;
  if (sale !== null) await returnReceipts(tx, { device, sale, amount, key: `refund ${id}` });
}

const WAYS: Record<RefundWay, (tx: Db, refund: Refund, viewer: Viewer) => Promise<unknown>> = {
  wallet: toKey,
  provider: throughProvider,
  voucher: asVoucher,
  cash: () => Promise.resolve(),
};

/** The provider is asked to give it back; what it says is told by the payment. */
function throughProvider(tx: Db, { id, device, sale, amount, reason }: Refund, viewer: Viewer): Promise<void> {
  return refundPayment(tx, viewer, { refund: id, device, sale, amount, reason });
}

/** A code for any machine, up to the amount. */
async function asVoucher(tx: Db, { id, amount, reason }: Refund, viewer: Viewer): Promise<void> {
  const made = await only(
    tx,
    z.object({ id: z.number() }),
    sql`insert into qr_codes (code, amount, expires_on, note) values (${newCode()}, ${amount}, ${TODAY} + ${voucherDays}, ${reason}) returning id`,
  );
  await noteMade(tx, resourceNamed("qr_code"), viewer, [made.id]);
  await run(tx, sql`update refunds set voucher_id = ${made.id} where id = ${id}`);
}

const SPENDABLE = sql`w.bonus_balance - ${heldOf("bonus")}`;
const moveRow = z.object({
  id: z.number(),
  type: z.enum(KEY_MOVE_TYPES),
  at: z.string(),
  amount: z.number(),
  /** What of it is not taken back yet, with its sign. */
  left: z.number(),
  /** What the bonus pocket has. */
  spendable: z.number(),
  placement: z.number().nullable(),
  recipe: z.number().nullable(),
});

/**
 * Takes back what the vend moved, the main balance first, and of the cashback that it earned the same part; what bonus
 * programs gave for it follows.
 */
async function toKey(tx: Db, refund: Refund, viewer: Viewer): Promise<void> {
  const { wallet, authorisation } = refund;
  if (wallet === null || authorisation === null) throw new Error(`refund ${refund.id} goes to no key`);
  if (!(await lockWallets(tx, [wallet]))) throw new Fault(409, "refund_key_gone");
  const moved = await rows(
    tx,
    moveRow,
    sql`select m.id, m.type, m.at, m.amount, ${SPENDABLE} as spendable, m.amount + coalesce((select sum(r.amount) from key_moves r where r.reverses_id = m.id), 0) as left, m.placement_id as placement, m.recipe_id as recipe
    from key_moves m join key_wallets w on w.id = m.wallet_id where m.wallet_id = ${wallet} and m.authorisation_id = ${authorisation}::uuid and m.reverses_id is null and m.amount <> 0
    order by m.type = 'sell_withdraw' desc, m.amount > 0, m.id`,
  );
  const of = {
    wallet,
    at: Date.now(),
    authorisation,
    device: refund.device,
    reason: refund.reason,
    author: { id: viewer.id, full_name: viewer.full_name },
  };
  await writeMoves(
    tx,
    sharesOf(refund, moved).map(
      ({ id, amount, type, placement, recipe }): NewMove => ({
        ...of,
        type,
        amount,
        recipe,
        ...(placement === null ? {} : { placement }),
        reverses: id,
        key: `refund ${refund.id} ${id}`,
      }),
    ),
  );
  await settleBonuses(
    tx,
    moved.map(({ at }) => ({ wallet, at: Date.parse(at) })),
  );
}

type Move = z.infer<typeof moveRow>;

/**
 * What each movement of a vend gives back: withdrawals until the amount is reached; of what it earned the same part, as
 * far as it is not spent.
 */
export function sharesOf({ amount, paid }: Pick<Refund, "amount" | "paid">, moved: readonly Move[]): Move[] {
  let left = amount;
  let spendable = moved[0]?.spendable ?? 0;
  return moved.flatMap((move) => {
    const isEarned = KEY_MOVES[move.type].sign > 0;
    const share = isEarned
      ? -Math.max(0, Math.min(move.left, spendable, Math.round((move.amount * amount) / paid)))
      : Math.min(left, Math.max(0, -move.left));
    if (!isEarned) left -= share;
    if (KEY_MOVES[move.type].pocket === "bonus") spendable += share;
    return share === 0 ? [] : [{ ...move, amount: share }];
  });
}
