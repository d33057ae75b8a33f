import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";
import { sql } from "drizzle-orm";
import { z } from "zod";
import { type Db, one } from "../../database/query";
import { invalid } from "../../fault";
import type { Throttle } from "./throttle";

// OWASP's smallest recommended argon2id: 19 MiB, 2 passes, 1 lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id hash of a password, as a PHC string. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** For accounts that do not exist: comparing against it takes as long as against a real one. */
const nobody = hashPassword("no such account");

/** True when the password is the account's; takes equally long without an account, or where it has none. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), password);
  return typeof stored === "string" && matches;
}

/** Throws 422 beside `current_password` unless it is the person's; guesses are counted apart from sign-ins. */
export async function confirmPassword(db: Db, throttle: Throttle, userId: number, password: string): Promise<void> {
  const right = await throttle.guess({ password: userId }, async () => {
    const row = z.object({ password: z.string().nullable() });
    const found = await one(db, row, sql`select password from users where id = ${userId}`);
    return (await passwordMatches(found?.password, password)) || undefined;
  });
  if (!right) throw invalid({ current_password: [{ key: password ? "wrong_password" : "required" }] });
}

/** 49,000 passwords that leaks hold most often; the package's list is in English, so what people here begin with is added. */
const COMMON = new Set([
  ...dictionary["passwords-common"],
  "пароль",
  "йцукен",
  "йцукенг",
  "фывапр",
  "привіт",
  "україна",
  "hasło",
]);
/** Fewer different signs than this are no password, however long. */
const FEWEST_SIGNS = 5;

/**
 * Whether a password is among the first that anybody would try: a common one or one of `own` (e-mail, name), also with
 * digits and signs around it that make up no more than half, or a few signs repeated.
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const typed = password.trim().toLowerCase();
  if (new Set(typed).size < FEWEST_SIGNS || COMMON.has(typed)) return true;
  const word = wordOf(typed);
  const words = own.flatMap((one) => [one, ...one.split(/[\s@]/)]).map((one) => wordOf(one.toLowerCase()));
  return word.length * 2 >= typed.length && (COMMON.has(word) || words.includes(word));
}

/** What is left without digits and signs around it. */
const wordOf = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");

/** Throws 422 beside `password` for a password that is too easy to guess. */
export function checkPassword(password: string, own: readonly string[]): void {
  if (isCommonPassword(password, own)) throw invalid({ password: [{ key: "common_password" }] });
}
