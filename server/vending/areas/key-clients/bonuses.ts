import { sql } from "drizzle-orm";
import { z } from "zod";
import { BONUSES_PAGE, bonusesSchema, type ClientBonuses } from "~server/contract/key-clients";
import type { Viewer } from "../../access";
import { always, type Db, only, rows } from "../../database/query";
import { pastRef } from "../../resource/deleted";
import { edgesOf, type Span } from "../sales/span";

/** What keys earned by programs while they were a client's, the latest first. */
export async function bonusesOf(
  db: Db,
  viewer: Viewer,
  client: number,
  { program, page, ...span }: Span & { program?: number | undefined; page: number },
): Promise<ClientBonuses> {
  const { from, to } = await edgesOf(db, span);
  const found = sql`from key_moves m where m.client_id = ${client} and m.program_id is not null and m.day between ${from} and ${to}
    and ${program === undefined ? always : sql`m.program_id = ${program}`}`;
  const { items, amount, total } = bonusesSchema.shape;
  return {
    ...{ from, to },
    ...(await only(
      db,
      z.object({ amount, total }),
      sql`select count(*) as total, coalesce(sum(m.amount), 0) as amount ${found}`,
    )),
    items: await rows(
      db,
      items.element,
      sql`select m.id, m.at, ${pastRef(viewer, "key_wallet", sql`m.wallet_id`)} as key,
        (select w.owner from key_wallets w where w.id = m.wallet_id) as owner,
        (select p.name from key_client_programs p where p.id = m.program_id) as program, m.shift_at, m.amount
      ${found} order by m.at desc, m.id desc limit ${BONUSES_PAGE} offset ${(page - 1) * BONUSES_PAGE}`,
    ),
  };
}
