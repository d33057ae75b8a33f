import type { FieldMessages } from "~server/contract/envelope";

/**
 * An expected refusal: the caller gets `status` and the envelope's `error` (a translation key of
 * `locales/<lang>/errors.json` or one of the specification's server messages).
 */
export class Fault extends Error {
  constructor(
    readonly status: 400 | 401 | 403 | 404 | 409 | 413 | 422 | 426 | 429 | 503,
    readonly key: string,
    readonly extra: { fields?: FieldMessages; data?: unknown; retryAfter?: number } = {},
  ) {
    super(key);
  }
}

export const notFound = () => new Fault(404, "not_found");
export const forbidden = () => new Fault(403, "no_permission");
export const invalid = (fields: FieldMessages) => new Fault(422, "invalid", { fields });
