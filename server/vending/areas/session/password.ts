import { hash, verify } from "@node-rs/argon2";

// OWASP's smallest recommended argon2id: 19 MiB, 2 passes, 1 lane.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** argon2id hash of a password, as a PHC string. */
export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** For accounts that do not exist: comparing against it takes as long as against a real one. */
const nobody = hashPassword("no such account");

/** True when the password is the account's; takes equally long without an account. */
export async function passwordMatches(stored: string | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await nobody), password);
  return stored !== undefined && matches;
}
