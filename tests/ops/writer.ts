import { z } from "zod";
import { INGREDIENT_TYPES, INGREDIENT_UNITS, PRICE_TYPES } from "~server/contract/enums";
import { ADMIN } from "./product";

const signedIn = z.object({ data: z.object({ token: z.string() }) });
const page = z.object({ data: z.object({ items: z.array(z.object({ name: z.string() })), total: z.number() }) });
const PAGE = 100;

/** Signs in as the first administrator; returns the token. */
export async function signIn(api: string): Promise<string> {
  const response = await fetch(`${api}/login`, { method: "POST", body: new URLSearchParams(ADMIN) });
  return signedIn.parse(await response.json()).data.token;
}

/** Creates an ingredient. True when the API acknowledged it; false when the connection broke. */
export async function writeIngredient(api: string, token: string, name: string): Promise<boolean> {
  const body = new URLSearchParams({
    name,
    type: INGREDIENT_TYPES[0],
    unit: INGREDIENT_UNITS[0],
    price_type: PRICE_TYPES[0],
    price: "150",
  });
  try {
    const response = await fetch(`${api}/ingredients`, { method: "POST", headers: { Authorization: token }, body });
    const text = await response.text();
    if (response.status < 500 && !text.includes('"result":true')) throw new RefusedWrite(text);
    return response.ok;
  } catch (error) {
    if (error instanceof RefusedWrite) throw error;
    return false;
  }
}

/** Names of all ingredients. */
export async function readIngredients(api: string, token: string): Promise<Set<string>> {
  const names = new Set<string>();
  for (let number = 1; ; number += 1) {
    const response = await fetch(`${api}/ingredients?page=${number}&limit=${PAGE}`, {
      headers: { Authorization: token },
    });
    const { items, total } = page.parse(await response.json()).data;
    for (const item of items) names.add(item.name);
    if (number * PAGE >= total || items.length === 0) return names;
  }
}

/** The test itself is wrong: the API understood the write and would not have it. */
class RefusedWrite extends Error {}
