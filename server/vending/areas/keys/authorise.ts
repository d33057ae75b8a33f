import { sql } from "drizzle-orm";
import type { Pool } from "pg";
import { z } from "zod";
import { type Ask, type AskAnswer, HOLD_SECONDS } from "~server/contract/authorise";
import { type Db, given, only, rows, transaction } from "../../database/query";
import { Fault } from "../../fault";
import { TODAY } from "../../time";
import { currencyIn } from "../sales/currency";
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
import { knownCodes, knownKeys, type KnownCode, type KnownKey } from "./known-cards";

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
  placement: z.number(),
  recipe: z.number().nullable(),
  company: z.number().nullable(),
  is_foreign: z.boolean(),
  wallet: z.number().nullable(),
  qr: z.number().nullable(),
});
type Place = z.infer<typeof placeRow>;

/**
 * Answers asks of several units in one transaction, in their order, and holds what they may take. An ask that was answered
 * before is answered the same. Wallets and codes are locked, each in the order of their ids.
 */
export const authorise = (pool: Pool, asks: readonly Asked[]): Promise<Said[]> =>
  transaction(pool, async (tx) => {
    const ids = asks.map(({ unit, ask }) => idOfAsk(unit, ask.id));
    const told = new Map((await authorisationsOf(tx, ids)).map((one) => [one.id, one]));
    const fresh = asks.flatMap((asked, nth) => {
      const id = ids[nth] ?? "";
      return told.has(id) || ids.indexOf(id) < nth ? [] : [{ ...asked, id, nth }];
    });
    if (fresh.length) {
      const made = await insertAuthorisations(tx, await decideAll(tx, fresh));
      for (const one of made) told.set(one.id, one);
      // Another process may have answered the same ask meanwhile.
      const missing = fresh.filter(({ id }) => !told.has(id)).map(({ id }) => id);
      if (missing.length) for (const one of await authorisationsOf(tx, missing)) told.set(one.id, one);
    }
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
  nth: number;
}

async function decideAll(tx: Db, fresh: readonly Fresh[]): Promise<NewAuthorisation[]> {
  const places = await placesOf(tx, fresh);
  const idsOf = (which: "wallet" | "qr") => [
    ...new Set(places.flatMap((place) => (place[which] === null ? [] : [place[which]]))),
  ];
  const keys = await knownKeys(tx, idsOf("wallet"));
  const codes = await knownCodes(tx, idsOf("qr"));
  const { day } = await only(tx, z.object({ day: z.string() }), sql`select ${TODAY} as day`);
  const byNth = new Map(places.map((place) => [place.nth, place]));
  const decided: NewAuthorisation[] = [];
  for (const one of fresh) {
    const place = byNth.get(one.nth);
    if (!place) throw new Fault(409, "unit_without_device");
    const { device, id, ask } = one;
    const { code, cell: selection, price, kind: card } = ask;
    const asked = { id, device, placement: place.placement, recipe: place.recipe, selection, card, code, price };
    const key = keys.get(place.wallet ?? 0);
    const known = codes.get(place.qr ?? 0);
    const outcome =
      card === "rfid"
        ? ofKey(key, place, price)
        : card === "qr"
          ? ofCode(known, place, { device, price })
          : await ofPartner(tx, place, { number: code, price, day });
    decided.push({
      ...asked,
      ...outcome,
      ...(outcome.result === "accepted" ? { state: "held", seconds: HOLD_SECONDS } : { state: "refused" }),
    });
  }
  return decided;
}

const placesOf = (tx: Db, fresh: readonly Fresh[]): Promise<Place[]> =>
  rows(
    tx,
    placeRow,
    sql`
    select k.nth, p.id as placement, c.recipe, l.company_id as company, ${currencyIn(sql`k.device`, sql`now()`)} is not null as is_foreign, w.id as wallet, q.id as qr
    from ${given(
      fresh.map(({ nth, device, ask: { cell, code, kind } }) => ({ nth, device, cell, code, kind })),
      "nth integer, device integer, cell text, code text, kind text",
    )} ${belonging(sql`k.device`, sql`k.cell`, sql`now()`)}
      join devices d on d.id = k.device left join locations l on l.id = d.location_id
      left join key_wallets w on w.key = k.code and k.kind = 'rfid' left join qr_codes q on q.code = k.code and k.kind = 'qr'`,
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

async function ofPartner(
  tx: Db,
  place: Place,
  { number, price, day }: { number: string; price: number; day: string },
): Promise<Outcome> {
  if (place.is_foreign) return { result: "denied", reason: "foreign_money" };
  const found = await discountOf(tx, number, place.recipe, day);
  if ("denied" in found) return { result: "denied", reason: found.denied };
  const { employee, company, percent, rule, rule_id } = found;
  if (isOfAnother(company, place)) return { result: "denied", reason: "other_company", employee };
  return { result: "accepted", employee, discount: price - lowered(price, percent), rule, rule_id };
}

/** A key of one company's client pays at no machine of another company. */
const isOfAnother = (company: number | null, place: Place) =>
  company !== null && place.company !== null && company !== place.company;
