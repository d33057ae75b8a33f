import { type ProviderRefund, ProviderRefused, type ProviderStatus, ProviderUnknown } from "./provider";

/** An order that money was seen of and that the provider does not know now: a moment's silence, or another account. */
export function known(status: ProviderStatus | null): ProviderStatus {
  if (!status) throw new ProviderUnknown("the provider does not know the order");
  return status;
}

/**
 * Whether a refund is still to be asked for, from what the provider says of its order now: "done" where it was given
 * back before. Throws `ProviderRefused` where it cannot be owed, or where a stranger gave money back in between.
 */
export function refundToAsk(status: ProviderStatus | null, { amount, before }: ProviderRefund): "done" | "ask" {
  const { paid, refunded } = known(status);
  if (refunded === before + amount) return "done";
  if (refunded < before) throw new ProviderUnknown("an earlier refund is not shown yet");
  if (refunded > before)
    throw new ProviderRefused(`refunded already: ${refunded}, expected ${before}`, "refunded_elsewhere");
  if (before + amount > paid) throw new ProviderRefused(`paid: ${paid}`, "more_than_paid");
  return "ask";
}

/** Whether a hold is still to be taken; throws `ProviderRefused` where there is none of this size. */
export function captureToAsk(status: ProviderStatus | null, amount: number): "done" | "ask" {
  const { state, paid, word } = known(status);
  if (state === "paid" && paid === amount) return "done";
  if (state !== "held") throw new ProviderRefused(word, "not_held");
  if (amount > paid) throw new ProviderRefused(`held: ${paid}`, "more_than_held");
  return "ask";
}

/** Whether a hold is still to be given back. */
export function releaseToAsk(status: ProviderStatus | null): "done" | "ask" {
  const { state, word } = known(status);
  if (state === "failed" || state === "refunded") return "done";
  if (state !== "held") throw new ProviderRefused(word, "not_held");
  return "ask";
}
