import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, given, rows, run } from "../../database/query";
import { idOfAsk, insertAuthorisations } from "./authorisations";
import { settleBonuses } from "./bonuses";
import { partsOf, typesOf } from "./deciding";
import { type KnownKey, knownCodes, lockedKeys } from "./known-cards";
import { type NewMove, writeLocked } from "./ledger";
import { adopted, type Bookable, bookablesOf, type PaidVend, rowOf } from "./paid-vends";

/** Gives back what was held for vends that failed; what was vended after all keeps its money. */
export async function releaseHolds(tx: Db, failed: readonly { unit: number; hold: string }[]): Promise<void> {
  if (!failed.length) return;
  const ids = failed.map(({ unit, hold }) => idOfAsk(unit, hold));
  await run(
    tx,
    sql`update authorisations set state = 'released', ended_at = now() where id = any(${sql.param(ids)}::uuid[]) and state = 'held'`,
  );
}

/**
 * Books vends that were paid with cards, each once: what an ask held is taken, and without an ask what the vend cost, below
 * zero if it must. Whatever another row says of the same ask, sale or scan already is left as it is. The machines are locked.
 */
export async function captureVends(tx: Db, vends: readonly PaidVend[]): Promise<void> {
  const open = await adopted(tx, await bookablesOf(tx, vends));
  if (!open.length) return;
  const keys = await lockedKeys(tx, idsOf(open, "wallet"));
  await knownCodes(tx, idsOf(open, "qr"));
  const captured = await capturedOf(
    tx,
    open.filter(({ state }) => state !== "captured"),
    keys,
  );
  await writeLocked(
    tx,
    captured.flatMap((one) => movesOf(one, keys.get(one.wallet ?? 0))),
  );
  await useUp(tx, captured, keys);
  await settleBonuses(
    tx,
    captured.flatMap(({ wallet, client, at }) => (wallet === null || client === null ? [] : [{ wallet, at }])),
  );
}

const idsOf = (list: readonly Bookable[], which: "wallet" | "qr") => [
  ...new Set(list.flatMap((one) => (one[which] === null ? [] : [one[which]]))),
];

/** Rows as they are after their vends: what pockets give for each is decided here where no ask did. */
async function capturedOf(tx: Db, vends: readonly Bookable[], keys: Map<number, KnownKey>): Promise<Bookable[]> {
  const decided = vends.map((vend) => {
    const key = keys.get(vend.wallet ?? 0);
    const isHeld = vend.state !== null && vend.state !== "refused";
    const parts = isHeld || !key ? { main: vend.main ?? 0, bonus: vend.bonus ?? 0 } : partsOf(key, vend.price);
    if (key && !isHeld) {
      key.main -= parts.main;
      key.bonus -= parts.bonus;
    }
    return { ...vend, ...parts };
  });
  const asked = decided.filter(({ state }) => state !== null);
  const kept = asked.length
    ? await rows(
        tx,
        z.object({ id: z.string() }),
        sql`
        update authorisations a set state = 'captured', ended_at = now(), sale_id = k.sale, scan_id = coalesce(a.scan_id, k.scan), main = k.main, bonus = k.bonus, offline = a.state = 'refused'
        from ${given(asked, "id uuid, sale uuid, scan uuid, main bigint, bonus bigint")} where a.id = k.id and a.state <> 'captured' returning a.id`,
      )
    : [];
  const made = await insertAuthorisations(
    tx,
    decided.flatMap(({ state, at, wallet, client, qr, ...one }) =>
      state === null
        ? [
            {
              ...one,
              wallet: wallet ?? undefined,
              client,
              qr: qr ?? undefined,
              main: one.main,
              bonus: one.bonus,
              result: "accepted" as const,
              state: "captured" as const,
              offline: true,
              at: new Date(at).toISOString(),
            },
          ]
        : [],
    ),
  );
  const done = new Set([...kept, ...made].map(({ id }) => id));
  return decided.filter(({ id }) => done.has(id));
}

/** What a captured vend moves, and what it earns. */
function movesOf(vend: Bookable, key: KnownKey | undefined): NewMove[] {
  if (!key) return [];
  const { id, client, main, bonus, price, at, device, placement, recipe } = vend;
  const parts = { main: main ?? 0, bonus: bonus ?? 0 };
  const of = { wallet: key.id, client, at, authorisation: id, price, device, placement, recipe };
  const earned = key.type === "CASHBACK" ? Math.floor((parts.main * key.cashback) / 100 + 0.5) : 0;
  return [
    ...typesOf(key.type, parts).map((move) => ({ ...of, ...move, key: `${move.type} ${id}` })),
    ...(earned > 0
      ? [{ ...of, type: "cashback_deposit" as const, amount: earned, key: `cashback_deposit ${id}` }]
      : []),
  ];
}

/** Codes and keys that pay once are used from the first of their vends on; sales say what they were paid with. */
async function useUp(tx: Db, captured: readonly Bookable[], keys: ReadonlyMap<number, KnownKey>): Promise<void> {
  if (!captured.length) return;
  const list = captured.map((one) => ({
    ...rowOf(one),
    qr: one.qr,
    once: keys.get(one.wallet ?? 0)?.type === "ONE_TIME_PURCHASE" ? one.wallet : null,
  }));
  const used = given(list, "device integer, sale uuid, card text, at timestamptz, qr integer, once integer");
  const firstOf = (id: "qr" | "once") =>
    sql`(select k.${sql.raw(id)} as id, min(k.at) as at from ${used} where k.${sql.raw(id)} is not null group by 1)`;
  if (list.some(({ qr }) => qr !== null))
    await run(
      tx,
      sql`update qr_codes q set used_at = least(q.used_at, u.at) from ${firstOf("qr")} u where q.id = u.id`,
    );
  if (list.some(({ once }) => once !== null))
    await run(
      tx,
      sql`update key_wallets w set used_at = least(w.used_at, u.at) from ${firstOf("once")} u where w.id = u.id`,
    );
  await run(tx, sql`update sales x set paid_with = k.card from ${used} where x.device_id = k.device and x.id = k.sale`);
}
