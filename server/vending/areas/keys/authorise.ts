import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type Ask, type AskAnswer, HOLD_SECONDS } from "~server/contract/authorise";
import { type Db, given, plannedTransaction, rows } from "../../database/query";
import { Fault } from "../../fault";
import { TODAY } from "../../time";
import { currencyAt } from "../sales/currency";
import { belonging } from "../sales/placement";
import {
  answerOf,
  type Authorisation,
  authorisationsOf,
  idOfAsk,
  insertAuthorisations,
  type NewAuthorisation,
} from "./authorisations";
import { decideCode, decideKey } from "./deciding";
import { discountOf, lowered } from "./discount";
import { knownCodes, type KnownCode, type KnownKey, lockedKeys } from "./known-cards";
import { lockedBy } from "./ledger";

/** An ask of a machine's unit. */
export interface Asked {
  device: number;
  unit: number;
  ask: Ask;
}

/** The answer, or nothing where the unit used the id of an ask for another one. */
export type Said = AskAnswer | "reused";

const placeRow = z.object({
  nth: z.number(),
  is_told: z.boolean(),
  placement: z.number(),
  recipe: z.number().nullable(),
  company: z.number().nullable(),
  is_foreign: z.boolean(),
  wallet: z.number().nullable(),
  qr: z.number().nullable(),
  day: z.string(),
});
type Place = z.infer<typeof placeRow>;

/**
 * Answers asks of several units in one transaction, in their order, and holds what they may take. An ask that was answered
 * before is answered the same. Wallets and codes are locked, each in the order of their ids.
 */
export const authorise = (pool: Pool, asks: readonly Asked[]): Promise<Said[]> =>
  plannedTransaction(pool, async (tx) => {
    const ids = asks.map(({ unit, ask }) => idOfAsk(unit, ask.id));
    const places = new Map((await placesOf(tx, asks, ids)).map((place) => [place.nth, place]));
    const fresh = asks.flatMap((asked, nth) => {
      const [id = "", place] = [ids[nth], places.get(nth)];
      if (!place) throw new Fault(409, "unit_without_device");
      return place.is_told || ids.indexOf(id) < nth ? [] : [{ ...asked, id, place }];
    });
    const made = await insertAuthorisations(tx, await decideAll(tx, fresh));
    const told = new Map(made.map((one) => [one.id, one]));
    // Told before, or by another process meanwhile.
    const missing = [...new Set(ids)].filter((id) => !told.has(id));
    for (const one of await authorisationsOf(tx, missing)) told.set(one.id, one);
    return asks.map(({ ask }, nth) => {
      const one = told.get(ids[nth] ?? "");
      if (!one) throw new Fault(503, "not_ready");
      return isOf(one, ask) ? answerOf(one, ask.id) : "reused";
    });
  });

const isOf = (one: Authorisation, { kind, code, price }: Ask) =>
  one.card === kind && one.code === code && one.price === price;

interface Fresh extends Asked {
  id: string;
  place: Place;
}

async function decideAll(tx: Db, fresh: readonly Fresh[]): Promise<NewAuthorisation[]> {
  const idsOf = (which: "wallet" | "qr") => [
    ...new Set(fresh.flatMap(({ place }) => (place[which] === null ? [] : [place[which]]))),
  ];
  const keys = await lockedKeys(tx, idsOf("wallet"));
  const codes = await knownCodes(tx, idsOf("qr"));
  const decided: NewAuthorisation[] = [];
  for (const { device, id, ask, place } of fresh) {
    const { code, cell: selection, price, kind: card } = ask;
    const asked = { id, device, placement: place.placement, recipe: place.recipe, selection, card, code, price };
    const key = keys.get(place.wallet ?? 0);
    const known = codes.get(place.qr ?? 0);
    const outcome =
      card === "rfid"
        ? ofKey(key, place, price)
        : card === "qr"
          ? ofCode(known, place, { device, price })
          : await ofPartner(tx, place, { number: code, price });
    decided.push({
      ...asked,
      ...outcome,
      ...(outcome.result === "accepted" ? { state: "held", seconds: HOLD_SECONDS } : { state: "refused" }),
    });
  }
  return decided;
}

/** Where asks are made and whose card each is of; locks the wallets. */
const placesOf = (tx: Db, asks: readonly Asked[], ids: readonly string[]): Promise<Place[]> =>
  rows(
    tx,
    placeRow,
    sql`
    with k as materialized (
      select * from ${given(
        asks.map(({ device, ask: { cell, code, kind } }, nth) => ({ nth, id: ids[nth], device, cell, code, kind })),
        "nth integer, id uuid, device integer, cell text, code text, kind text",
      )}),
    w as materialized (${lockedBy(sql`x.key in (select code from k where kind = 'rfid')`)})
    select k.nth, a.id is not null as is_told, p.id as placement, c.recipe, l.company_id as company, ${currencyAt(sql`k.device`, sql`now()`)} is not null as is_foreign,
      w.id as wallet, q.id as qr, ${TODAY} as day
    from k ${belonging(sql`k.device`, sql`k.cell`, sql`now()`)}
      join devices d on d.id = k.device left join locations l on l.id = d.location_id left join authorisations a on a.id = k.id
      left join w on w.key = k.code and k.kind = 'rfid' left join qr_codes q on q.code = k.code and k.kind = 'qr'`,
  );

type Outcome = Pick<
  NewAuthorisation,
  | "result"
  | "reason"
  | "wallet"
  | "client"
  | "qr"
  | "employee"
  | "main"
  | "bonus"
  | "discount"
  | "rule"
  | "rule_id"
  | "balance"
  | "bonus_balance"
>;

/** Of a key: what is accepted is gone for the asks after it. */
function ofKey(key: KnownKey | undefined, place: Place, price: number): Outcome {
  if (!key) return { result: "not_found" };
  const whose = { wallet: key.id, client: key.client };
  if (place.is_foreign) return { ...whose, result: "denied", reason: "foreign_money" };
  if (isOfAnother(key.company, place)) return { ...whose, result: "denied", reason: "other_company" };
  const { result, main, bonus } = decideKey(key, price);
  if (result === "accepted") {
    key.main -= main;
    key.bonus -= bonus;
    key.today++;
    key.is_used = true;
  }
  return { ...whose, result, main, bonus, balance: key.main, bonus_balance: key.bonus };
}

function ofCode(
  code: KnownCode | undefined,
  place: Place,
  { device, price }: { device: number; price: number },
): Outcome {
  if (!code) return { result: "not_found" };
  if (place.is_foreign) return { qr: code.id, result: "denied", reason: "foreign_money" };
  const decided = decideCode(
    {
      ...code,
      is_elsewhere: code.device !== null && code.device !== device,
      is_other_product: code.recipe !== null && code.recipe !== place.recipe,
    },
    price,
  );
  if (decided.result === "accepted") code.is_used = true;
  return { qr: code.id, ...decided };
}

async function ofPartner(tx: Db, place: Place, { number, price }: { number: string; price: number }): Promise<Outcome> {
  if (place.is_foreign) return { result: "denied", reason: "foreign_money" };
  const found = await discountOf(tx, number, place.recipe, place.day);
  if ("denied" in found) return { result: "denied", reason: found.denied };
  const { employee, company, percent, rule, rule_id } = found;
  if (isOfAnother(company, place)) return { result: "denied", reason: "other_company", employee };
  return { result: "accepted", employee, discount: price - lowered(price, percent), rule, rule_id };
}

/** A key of one company's client pays at no machine of another company. */
const isOfAnother = (company: number | null, place: Place) =>
  company !== null && place.company !== null && company !== place.company;
