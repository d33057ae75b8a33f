import { databaseError } from "../database/query";
import { Fault } from "../fault";
import type { Resource } from "./resource";

/** Turns the database's own refusals into messages: a unique value, or a record that became used meanwhile. */
export async function guarded<T>(resource: Resource, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const failure = databaseError(error);
    const unique = failure?.code === "23505" ? resource.uniques[failure.constraint] : undefined;
    if (unique) throw new Fault(422, unique.error ?? "invalid", { fields: { [unique.field]: [{ key: unique.key }] } });
    // Two changes waited for each other's records; the other one was made.
    if (failure?.code === "40P01") throw new Fault(409, "try_again");
    if (failure?.code === "23503") throw new Fault(409, "in_use", { data: { usedBy: [] } });
    throw error;
  }
}
