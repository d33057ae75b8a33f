import { type SQL, sql } from "drizzle-orm";
import type { KeyMove } from "~server/contract/key-moves";
import type { MeasureName } from "~server/contract/reports/measures";
import { companyStaff } from "../../../access";
import { list, name } from "../../../database/query";
import { dayOf } from "../../../time";
import { machineDaysIn } from "../../fleet/day-rollups";
import { type Owner, royaltyIn } from "../../royalty/royalty";
import { costedIn } from "../../sales/costed";
import { beginOf, joined, soldIn, SUMS as SOLD } from "../../sales/rollups";
import { type Edges, within } from "../../sales/span";
import { NEEDS_PLACEMENTS } from "../cuts";
import { byPlacement, byTerritory, stoodAt } from "../placed";
import type { Asked } from "./facts";
import { NEEDS_COSTS } from "./sales";

/** Of cash taken out of machines: what audits say was in the box, what was counted, and the difference, each with how often it is known. */
const OF_BOXES = ["expected_amount", "expected", "collected", "counted", "collected_difference", "weighed"] as const;

/** What a line may tell beside its month and where it was, and what one says that tells nothing of it. */
const NOTHING = {
  ...Object.fromEntries(SOLD.map(({ column }) => [column, sql`0`])),
  cost: sql`null::bigint`,
  royalty: sql`0`,
  refunded: sql`0`,
  fiscalised: sql`0`,
  waiting: sql`0`,
  deposited: sql`0`,
  granted: sql`0`,
  fee: sql`0`,
  ...Object.fromEntries(OF_BOXES.map((column) => [column, sql`0`])),
  /** Of what was nowhere. */
  of_company: sql`null::integer`,
};
type Told = Partial<Record<keyof typeof NOTHING, SQL>>;

/** The columns of a line that tells `some` of a month, after `where`: the id of its placement or territory. */
const telling = (month: SQL, where: readonly SQL[], some: Told): SQL =>
  joined([
    sql`${month} as from_day`,
    ...where,
    ...Object.entries({ ...NOTHING, ...some }).map(([column, value]) => sql`${value} as ${name(column)}`),
  ]);
const monthOf = (day: SQL): SQL => beginOf("month", day);
const placeOf = (of: Owner, q: SQL) => [
  sql`${q}.${name(of === "placement" ? "id" : "territory_id")} as ${name(`${of}_id`)}`,
];
const OF_KEYS: readonly MeasureName[] = ["key_deposits", "key_bonuses"];
/** What of the business is only looked for where it is asked for. */
const PARTS: readonly { of: readonly MeasureName[]; lines(of: Owner, days: Edges): SQL }[] = [
  { of: ["royalty"], lines: owed },
  { of: ["refunds"], lines: refunded },
  { of: ["fiscalised", "not_fiscalised"], lines: receipted },
  { of: ["cash_expected", "cash_collected", "cash_difference"], lines: collected },
  { of: OF_KEYS, lines: movedAtMachines },
  { of: ["payment_fees"], lines: charged },
];

/** Money of some months by where it was, each kind of it only where it is asked for; a line is of one kind. */
export function financeLines(asked: Asked, days: Edges): SQL {
  const { report, rows, viewer } = asked;
  const isAsked = (measures: readonly string[]) => report.measures.some((one) => measures.includes(one));
  const asks = PARTS.filter(({ of }) => isAsked(of));
  const withCosts = isAsked([...NEEDS_COSTS]);
  const booked = {
    selected: joined(["from_day", ...Object.keys(NOTHING)].map(name)),
    linesBy: (of: Owner) =>
      sql`(${sql.join([sold(of, days, withCosts), ...asks.map(({ lines }) => lines(of, days))], sql` union all `)})`,
    nowhere: isAsked(OF_KEYS) ? movedByStaff(days, companyStaff(viewer, sql`k`)) : undefined,
  };
  return rows.some((cut) => NEEDS_PLACEMENTS.has(cut)) ? byPlacement(asked, booked) : byTerritory(asked, booked);
}

function sold(of: Owner, { from, to }: Edges, withCosts: boolean): SQL {
  const told = Object.fromEntries(SOLD.map(({ column }) => [column, name(column)]));
  return sql`select ${telling(sql`from_day`, [name(`${of}_id`)], withCosts ? { ...told, cost: sql`cost` } : told)}
    from ${withCosts ? costedIn(`products_by_${of}`, from, to, "month") : soldIn(`sales_by_${of}`, from, to, "month")} sold`;
}

function owed(of: Owner, days: Edges): SQL {
  return sql`select ${telling(sql`from_day`, [sql`owner_id`], { royalty: sql`royalty` })} from ${royaltyIn(of, days)} owed`;
}

/** A refund belongs to where its vend was, and to the day on which it was decided. */
function refunded(of: Owner, days: Edges): SQL {
  return sql`select ${telling(monthOf(dayOf(sql`k.decided_at`)), placeOf(of, sql`q`), { refunded: sql`k.amount` })}
    from refunds k ${stoodAt(sql`k.device_id`, sql`k.vended_at`)} where k.state = 'done' and ${within(sql`k.decided_at`, days)}`;
}

/** A receipt belongs to where its vend was, and to its day. */
function receipted(of: Owner, { from, to }: Edges): SQL {
  return sql`select ${telling(sql`m.month`, placeOf(of, sql`q`), { fiscalised: sql`m.fiscalised`, waiting: sql`m.waiting` })}
    from receipt_months m join placements q on q.id = m.placement_id where m.month between ${monthOf(sql`${from}::date`)} and ${to}`;
}

/** Cash belongs to where its machine stood when it was taken out. */
function collected(of: Owner, { from, to }: Edges): SQL {
  const told = Object.fromEntries(OF_BOXES.map((column) => [column, name(column)]));
  return sql`select ${telling(sql`from_day`, [name(`${of}_id`)], told)} from ${machineDaysIn(`days_by_${of}`, OF_BOXES, from, to, "month")} boxes`;
}

/** Money that came in for keys, and what was granted on them besides; a movement that takes one back counts against it. */
const DEPOSITS = ["refill", "manual_deposit"] as const satisfies readonly KeyMove[];
const GRANTS = ["bonus", "cashback", "cashback_deposit"] as const satisfies readonly KeyMove[];
const isOf = (types: readonly KeyMove[]): SQL => sql`k.type = any(${list(types, "text")})`;
const MOVED: Told = {
  deposited: sql`case when ${isOf(DEPOSITS)} then k.amount else 0 end`,
  granted: sql`case when ${isOf(GRANTS)} then k.amount else 0 end`,
};
const moved = ({ from, to }: Edges): SQL => sql`k.day between ${from} and ${to} and ${isOf([...DEPOSITS, ...GRANTS])}`;

function movedAtMachines(of: Owner, days: Edges): SQL {
  return sql`select ${telling(monthOf(sql`k.day`), placeOf(of, sql`q`), MOVED)} from key_moves k ${stoodAt(sql`k.device_id`, sql`k.at`)} where ${moved(days)}`;
}

const movedByStaff = (days: Edges, seen: SQL): SQL => sql`(
  select ${telling(monthOf(sql`k.day`), [], { ...MOVED, of_company: sql`c.company_id` })}
  from key_moves k left join key_clients c on c.id = k.client_id where k.device_id is null and ${moved(days)} and ${seen})`;

/** Of what was paid by phone and stayed with us, the part that its provider keeps, as was said when it was begun. */
function charged(of: Owner, days: Edges): SQL {
  return sql`select ${telling(monthOf(dayOf(sql`k.begun_at`)), placeOf(of, sql`q`), { fee: sql`round((k.paid - k.refunded) * k.fee_percent / 100)::bigint` })}
    from payments k ${stoodAt(sql`k.device_id`, sql`k.begun_at`)} where k.fee_percent > 0 and k.paid > k.refunded and ${within(sql`k.begun_at`, days)}`;
}
