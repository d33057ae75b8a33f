import { sql } from "drizzle-orm";
import { z } from "zod";
import type { beginForm, chooseForm } from "~server/contract/pay";
import { BEGINNINGS } from "~server/contract/payment-transitions";
import { databaseError, type Db, one, only, transaction } from "../../database/query";
import { Fault, notFound } from "../../fault";
import { newSecret } from "../../secrets";
import { accountId, accountOfDevice, feeOf } from "./accounts";
import { advance, findPayment, lockPayment, type PaymentRow, timesOf } from "./advance";
import { does } from "./deeds";
import { machineOf, type PayProduct, productsOf, whyClosed } from "./menu";
import type { Machinery } from "./machinery";

const tokenRow = z.object({ id: z.number(), token: z.string() });
type Begun = z.infer<typeof tokenRow>;

/**
 * Begins a payment at a machine; the same key again answers the first one. 409 with `machine_busy`, `machine_offline` or
 * `payment_not_offered` where it cannot be, `product_gone` where the product is not there for the price any more.
 */
export async function beginPayment(machinery: Machinery, form: z.infer<typeof beginForm>): Promise<Begun> {
  const { pool } = machinery;
  const machine = await machineOf(pool, form.code);
  const first = await begunBy(pool, machine.id, form.key);
  if (first) return first;
  const product = form.cell === undefined ? null : await productAt(pool, machine.id, form.cell, form.price);
  if (form.open !== undefined) await makeWay(machinery, machine.id, form.open);
  const closed = await whyClosed(machinery, await machineOf(pool, form.code));
  if (closed)
    throw new Fault(
      409,
      { busy: "machine_busy", offline: "machine_offline", not_offered: "payment_not_offered" }[closed],
    );
  return insert(machinery, { device: machine.id, key: form.key, language: form.language, product, kind: "sale" });
}

/** A test payment of 1 ₴ with a machine's account. */
export async function beginTest(machinery: Machinery, device: number, key: string): Promise<Begun> {
  return (
    (await begunBy(machinery.pool, device, key)) ??
    insert(machinery, { device, key, language: "uk", product: null, kind: "test" })
  );
}
const TEST_AMOUNT = 100;

const begunBy = (db: Db, device: number, key: string): Promise<Begun | undefined> =>
  one(db, tokenRow, sql`select id, token from payments where device_id = ${device} and key = ${key}`);

async function productAt(db: Db, device: number, cell: string, price: number | undefined): Promise<PayProduct> {
  const [product] = await productsOf(db, device, sql`c.cell = ${cell}`);
  if (!product || product.price !== price) throw new Fault(409, "product_gone");
  return product;
}

/** Who goes back and chooses something else gives the first up, unless it is paid. */
const makeWay = ({ pool }: Machinery, device: number, token: string) =>
  transaction(pool, async (tx) => {
    const open = await findPayment(tx, sql`p.device_id = ${device} and p.token = ${token} and p.ended_at is null`);
    if (open) await advance(tx, open.id, "cancelled", "customer");
  });

interface New {
  device: number;
  key: string;
  language: string;
  product: PayProduct | null;
  kind: keyof typeof BEGINNINGS;
}

async function insert(machinery: Machinery, { device, key, language, product, kind }: New): Promise<Begun> {
  const { pool, providers, sites } = machinery;
  const account = sites.publicUrl === undefined ? undefined : await accountOfDevice(pool, providers, device);
  if (!account) throw new Fault(409, "payment_not_offered");
  const number = await accountId(pool, account);
  const { place, does: deeds } = BEGINNINGS[kind];
  const { deadline, due } = timesOf(place);
  try {
    return await transaction(pool, async (tx) => {
      const begun = await only(
        tx,
        tokenRow,
        sql`insert into payments (token, order_key, key, device_id, placement_id, account_id, provider, language, is_test, place, selection, name, recipe_id, amount, fee_percent, deadline, due_at)
        select ${newSecret()}, gen_random_uuid(), ${key}, ${device}::integer, s.id, ${number}::integer, ${account.provider}, ${language}, ${kind === "test"}, ${place},
          ${product?.cell ?? null}, ${product?.name ?? null}, ${product?.recipe ?? null}::integer, ${kind === "test" ? TEST_AMOUNT : (product?.price ?? null)}::bigint, ${feeOf(account)}, ${deadline}, ${due}
        from (select id from placements where device_id = ${device} order by from_at desc limit 1) s returning id, token`,
      );
      const payment = await lockPayment(tx, begun.id);
      for (const deed of deeds) await does[deed](tx, payment);
      return begun;
    });
  } catch (error) {
    const constraint = databaseError(error)?.constraint;
    if (constraint === "payments_open_key") throw new Fault(409, "machine_busy");
    const first = constraint === "payments_key" ? await begunBy(pool, device, key) : undefined;
    if (!first) throw error;
    return first;
  }
}

/** The payment of a token at the machine of a code; 404 for any other. */
export async function paymentOf(db: Db, { code, token }: { code: string; token: string }): Promise<PaymentRow> {
  const found = await findPayment(
    db,
    sql`p.token = ${token} and exists (select 1 from devices d where d.id = p.device_id and d.pay_code = ${code})`,
  );
  if (!found) throw notFound();
  return found;
}

/** The customer chooses on the phone when the machine is ready. */
export async function choose({ pool }: Machinery, form: z.infer<typeof chooseForm>): Promise<void> {
  const { id, device_id } = await paymentOf(pool, form);
  const { cell, name: title, price, recipe } = await productAt(pool, device_id, form.cell, form.price);
  const learnt = { selection: cell, name: title, amount: price, recipe_id: recipe };
  await transaction(pool, (tx) => advance(tx, id, "chosen", "customer", { learnt }));
}

export async function cancel({ pool }: Machinery, of: { code: string; token: string }): Promise<void> {
  const { id } = await paymentOf(pool, of);
  await transaction(pool, (tx) => advance(tx, id, "cancelled", "customer"));
}
