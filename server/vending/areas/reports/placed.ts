import { type SQL, sql } from "drizzle-orm";
import { byCarriedDevice, isUnlimited } from "../../access";
import { allOf } from "../../database/query";
import type { Owner } from "../royalty/royalty";
import { narrowed } from "./filters";
import type { Asked } from "./facts/facts";

/** Lines of what is known by placement and by territory, in both with the same columns `selected` beside the id of it. */
export interface Placed {
  selected: SQL;
  linesBy(of: Owner): SQL;
  /** Lines that are nowhere and told to the viewer, with the company `of_company` at most; kept where the filters leave what has no place. */
  nowhere?: SQL | undefined;
}

/** Where a machine stood at a moment, as the placement `q`. */
export const stoodAt = (device: SQL, at: SQL): SQL => sql`cross join lateral (
    select q.id, q.territory_id from placements q where q.device_id = ${device} and q.from_at <= ${at} order by q.from_at desc limit 1) q`;

/** What is nowhere and left by filters, as one more part of lines by place. */
const andNowhere = ({ selected, nowhere }: Placed, ofPlaces: SQL[]): SQL =>
  nowhere
    ? sql` union all select null::integer, ${selected} from ${nowhere} nowhere
        cross join lateral jsonb_populate_record(null::placements, jsonb_build_object('company_id', nowhere.of_company)) p where ${allOf(ofPlaces)}`
    : sql``;
const kept = ({ nowhere }: Placed): SQL => (nowhere ? sql`left join` : sql`join`);

/**
 * Lines `x` with the territory `p` that they belong to, as far as the viewer sees them and filters leave them (as
 * `from … where …`). A territory of which every placement is asked for is read whole: what limits and filters part are few
 * of some hundreds, and only of these single placements are read.
 */
export function byTerritory(asked: Asked, placed: Placed): SQL {
  const { viewer, query } = asked;
  const { selected, linesBy } = placed;
  const { ofPlaces, ofLines } = narrowed(query);
  if (isUnlimited(viewer) && !ofPlaces.length)
    return sql`from (select territory_id, ${selected} from ${linesBy("territory")} lines${andNowhere(placed, [])}) x
      ${kept(placed)} territories p on p.id = x.territory_id where ${allOf(ofLines)}`;
  const sight = allOf([byCarriedDevice(viewer, sql`p`), ...ofPlaces]);
  // Nobody can guess how many lines there are: territories in an order (without `offset 0`) would be crossed with all of them.
  const idsOf = (ids: SQL) => sql`any(array(${ids}))`;
  return sql`from (
      with sight as materialized (
        select p.territory_id, bool_and((${sight}) is true) as whole from placements p group by 1 having bool_or(${sight})),
      parted as materialized (
        select p.id from placements p join sight s on s.territory_id = p.territory_id where not s.whole and ${sight})
      select territory_id, ${selected} from ${linesBy("territory")} whole where territory_id = ${idsOf(sql`select territory_id from sight where whole`)}
      union all select q.territory_id, ${selected} from ${linesBy("placement")} part join placements q on q.id = part.placement_id
        where part.placement_id = ${idsOf(sql`select id from parted`)}${andNowhere(placed, ofPlaces)}) x
    ${kept(placed)} (select * from territories offset 0) p on p.id = x.territory_id where ${allOf(ofLines)}`;
}

/** Placements with where their location is; the planner leaves that out where nobody asks for it. */
const PLACES = sql`(select p.*, l.city, l.region from placements p left join locations l on l.id = p.location_id)`;

/** Lines `x` with the placement `p` that they belong to ({@link PLACES}), as far as the viewer sees them and filters leave them. */
export function byPlacement(asked: Asked, placed: Placed): SQL {
  const { viewer, query } = asked;
  const { selected, linesBy, nowhere } = placed;
  const { ofPlaces, ofLines } = narrowed(query);
  const sight = allOf([byCarriedDevice(viewer, sql`p`), ...ofPlaces]);
  return sql`from (select placement_id, ${selected} from ${linesBy("placement")} lines${andNowhere(placed, ofPlaces)}) x
    ${kept(placed)} ${PLACES} p on p.id = x.placement_id where ${allOf([nowhere ? sql`(x.placement_id is null or ${sight})` : sight, ...ofLines])}`;
}
