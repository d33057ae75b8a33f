import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { isUnlimited, type Viewer } from "../access";
import { figuresIn } from "../areas/plans/plans";
import { savePlans } from "../areas/plans/save";
import { enterPayment } from "../areas/royalty/payments";
import { royaltyIn } from "../areas/royalty/royalty";
import { shifted } from "../areas/sales/spans";
import { viewersWhere } from "../areas/session/viewers";
import { rows } from "../database/query";
import { kyivDay, type Moment } from "./calendar";

/** What people enter of money once there are sales: plans of this month and the one before, and royalty that came in. The same again changes nothing. */
export async function enterMoney(pool: Pool, now: Moment): Promise<void> {
  const [author] = (await viewersWhere(pool, sql`g.name = 'Менеджери'`)).filter(isUnlimited);
  if (!author) throw new Error("nobody invented leads the network");
  const month = kyivDay(now).slice(0, 7);
  await makePlans(pool, author, monthBefore(month));
  await makePlans(pool, author, month);
  await bookRoyalty(pool, author, kyivDay(now));
}

const monthBefore = (month: string): string => shifted(`${month}-01`, -1).slice(0, 7);

/** Of what a project sells in a month: some plans are met, some are not, and one project has none. Percent. */
const AMBITIONS = [104, 97, 110, 92, 101] as const;
const ROUND_AMOUNT = 500_000;
const ROUND_VENDS = 100;

async function makePlans(pool: Pool, author: Viewer, month: string): Promise<void> {
  const { items } = await figuresIn(pool, author, month);
  const planned = (value: number | null, percent: number, round: number) =>
    value && Math.round((value * percent) / 100 / round) * round;
  await savePlans(
    pool,
    author,
    month,
    AMBITIONS.flatMap((percent, index) => {
      const item = items[index];
      if (!item || item.plan.amount !== null) return [];
      const { amount, vends } = item.expected;
      return [
        {
          project: item.project.id,
          amount: planned(amount, percent, ROUND_AMOUNT),
          vends: planned(vends, percent, ROUND_VENDS),
          amount_before: null,
          vends_before: null,
        },
      ];
    }),
  );
}

const owedRow = z.object({ franchise: z.number(), place: z.number(), month: z.string(), royalty: z.number() });

/** Royalty of a month comes in by the tenth of the next one; the second franchise pays every other hryvnia of it. */
async function bookRoyalty(pool: Pool, author: Viewer, today: string): Promise<void> {
  const owed = await rows(
    pool,
    owedRow,
    sql`select franchise_id as franchise, dense_rank() over (order by franchise_id) as place, from_day as month, sum(royalty) as royalty
      from ${royaltyIn("territory", { from: "-infinity", to: today })} r group by franchise_id, from_day having sum(royalty) > 0 order by from_day, franchise_id`,
  );
  for (const { franchise, place, month, royalty } of owed) {
    const day = `${shifted(month, 32).slice(0, 8)}10`;
    if (day > today) continue;
    await enterPayment(pool, author, franchise, `demonstration-${franchise}-${month}`, {
      day,
      amount: place === 2 ? Math.round(royalty / 2) : royalty,
      note: `Роялті за ${month.slice(5, 7)}.${month.slice(0, 4)}`,
    });
  }
}
