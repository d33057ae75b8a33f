/**
 * What a payment provider can do for us. Amounts are kopecks (hryvnia is the only currency that is sold in). Whatever a
 * method throws is one of {@link ProviderUnknown}, {@link ProviderBusy} and {@link ProviderRefused}; anything else is a
 * mistake of ours.
 */
export interface PaymentProvider {
  /** Offers to hold money first and take it later: `capture` and `release` work. */
  readonly holds: boolean;
  /** Opens an order and answers where the customer pays. */
  create(order: ProviderOrder): Promise<{ reference: string | null; url: string }>;
  /** How an order stands; null: the provider knows no such order. */
  status(order: KnownOrder): Promise<ProviderStatus | null>;
  /** Which order a callback speaks of, never trusted for more; null: unsigned, forged or unreadable (answer 400). */
  readCallback(raw: { body: Uint8Array; headers: Headers }): Promise<{ order?: string; reference?: string } | null>;
  /** Gives money back. Asks first whether it was done already, so it may be repeated after any failure. */
  refund(order: KnownOrder, refund: ProviderRefund): Promise<"done" | "pending">;
  /** Takes a hold, or a part of it (the rest is released). May be repeated. */
  capture(order: KnownOrder, amount: number): Promise<void>;
  /** Gives a hold back. May be repeated. */
  release(order: KnownOrder): Promise<void>;
}

/** What a provider says of an order; amounts in kopecks. */
export interface ProviderStatus {
  readonly state: "pending" | "held" | "paid" | "failed" | "refunded";
  /** What the customer paid, before refunds; while held, what is held. */
  readonly paid: number;
  readonly refunded: number;
  /** ISO 4217, "UAH". */
  readonly currency: string;
  /** The provider's own number of the order. */
  readonly reference: string | null;
  /** The provider's own word for the state. */
  readonly word: string;
  /** The card's masked number. */
  readonly card?: string;
  readonly rrn?: string;
  readonly approval?: string;
}

export interface ProviderOrder {
  /** Our key at the provider: unique, up to 64 characters of A–Z, a–z, 0–9 and "-". */
  readonly id: string;
  readonly reference: string | null;
  readonly amount: number;
  readonly description: string;
  readonly language: "uk" | "en" | "pl";
  /** Where the customer's browser goes afterwards, and where the provider calls. */
  readonly returnUrl: string;
  readonly callbackUrl: string;
  readonly expiresInS: number;
  readonly hold: boolean;
}

/** An order that was opened: `reference` is null where the answer to `create` never came. */
export type KnownOrder = Pick<ProviderOrder, "id" | "reference" | "amount">;

export interface ProviderRefund {
  /** Unique for this refund, the same when it is repeated. */
  readonly key: string;
  readonly amount: number;
  /**
   * What earlier refunds of this order gave back in all, 0 for the first. Not every provider keeps our key, so this is
   * how a repetition knows that it was done; an order's refunds therefore go one after another.
   */
  readonly before: number;
}

/** Nobody knows whether the provider acted: time-out, connection lost, 5xx, HTML, an answer that cannot be read. Ask for the state. */
export class ProviderUnknown extends Error {
  override name = "ProviderUnknown";
}

/** The provider did nothing and asks to come back in `retryAfterS` seconds. */
export class ProviderBusy extends Error {
  override name = "ProviderBusy";
  constructor(
    message: string,
    readonly retryAfterS: number,
  ) {
    super(message);
  }
}

/** A definite no. `code` is the provider's own, the message its own words, fit to be shown to staff. */
export class ProviderRefused extends Error {
  override name = "ProviderRefused";
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}
