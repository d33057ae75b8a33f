import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { refund } from "~server/contract/entities/refunds";
import { DECIDES, REFUND_WAYS, subjectSchema } from "~server/contract/refunds";
import { allowed } from "~server/contract/permissions";
import { byDevice, type Viewer } from "../../access";
import { anyOf, type Db, list, only, run } from "../../database/query";
import { invalid } from "../../fault";
import { defineResource } from "../../resource/resource";
import * as tables from "../../tables";
import { refundLimit } from "../settings/resources";
import { giveBack } from "./give-back";
import { type Vend, vendNamed } from "./vends";

/** Whether the viewer may decide about the refund `t`: who asked for much needs somebody else. */
function mayDecide(t: SQL, viewer: Viewer): SQL {
  const ways = REFUND_WAYS.filter((way) => allowed(viewer, [DECIDES[way]]));
  return sql`(${t}.way = any(${list(ways, "text")}) and ${anyOf([
    sql`${t}.author_id is distinct from ${viewer.id}`,
    sql`${t}.amount <= ${refundLimit}`,
  ])})`;
}

export const refundResource = defineResource(refund, {
  table: tables.refunds,
  visible: byDevice(),
  place: "device",
  computed: {
    decidable: (t, viewer) => sql`(${t}.state = 'requested' and ${mayDecide(t, viewer)})`,
    payment: (t) =>
      sql`(select p.id from payments p where ${t}.way = 'provider' and p.device_id = ${t}.device_id and 'sale:' || p.sale_id = ${t}.subject)`,
  },
  /** Asked for: at once done, when who asks may decide about it alone. */
  async written(tx, id, values, { viewer, id: known }) {
    if (known !== undefined) return;
    const vend = await claim(tx, viewer, id, values.device, values.subject);
    if (!vend.ways.some((way) => way === values.way)) throw invalid({ way: [{ key: "refund_way" }] });
    const { decidable } = await only(
      tx,
      z.object({ decidable: z.boolean() }),
      sql`select ${mayDecide(sql`r`, viewer)} as decidable from refunds r where r.id = ${id}`,
    );
    if (decidable) await approve(tx, id, viewer);
  },
  // Who may not decide is not offered it (`decidable`), and refused.
  actions: {
    async approve(tx, id, viewer) {
      await approve(tx, id, viewer);
      return {};
    },
    async decline(tx, id, viewer, reason) {
      await run(
        tx,
        sql`update refunds set state = 'declined', decline_reason = ${z.string().parse(reason)}, decider_id = ${viewer.id}, decider = ${viewer.full_name}, decided_at = now() where id = ${id}`,
      );
      return {};
    },
  },
});

/** Writes down what the refund is of; throws where the vend is not there, or gave less than is asked for. Refunds of one machine take turns. */
async function claim(tx: Db, viewer: Viewer, id: number, device: number, subject: string): Promise<Vend> {
  await run(tx, sql`select pg_advisory_xact_lock(hashtext('refunds'), ${device})`);
  const vend = subjectSchema.safeParse(subject).success ? await vendNamed(tx, viewer, device, subject) : undefined;
  if (!vend) throw invalid({ subject: [{ key: "refund_no_vend" }] });
  const { amount } = await only(tx, z.object({ amount: z.number() }), sql`select amount from refunds where id = ${id}`);
  // What is returned already counts this one.
  const left = vend.paid - (vend.returned - amount);
  if (amount > left) throw invalid({ amount: [{ key: "refund_too_much", count: Math.max(0, left) / 100 }] });
  await run(
    tx,
    sql`update refunds set product = ${vend.product ?? vend.selection ?? "—"}, selection = ${vend.selection}, vended_at = ${vend.at}, source = ${vend.source}, paid = ${vend.paid},
      placement_id = ${vend.placement}, wallet_id = ${vend.wallet}, authorisation_id = ${vend.authorisation}, author_id = ${viewer.id}, author = ${viewer.full_name} where id = ${id}`,
  );
  return vend;
}

/** Gives the money back, and says who decided it. */
async function approve(tx: Db, id: number, viewer: Viewer): Promise<void> {
  await giveBack(tx, id, viewer);
  await run(
    tx,
    sql`update refunds set state = 'done', decider_id = ${viewer.id}, decider = ${viewer.full_name}, decided_at = now() where id = ${id}`,
  );
}
