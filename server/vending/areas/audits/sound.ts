/** Counters of these segments tell of products only: the total is right without them. */
const OF_PRODUCTS = /^(PA|LA)/;

interface Flag {
  code: string;
  params?: Record<string, unknown> | undefined;
}

/** Whether what an audit counted between two reads may be trusted, by the warnings of both and the flags of the period. */
export function isSound(warnings: readonly { code: string }[], flags: readonly Flag[]): boolean {
  const isBroken = flags.some(
    ({ code, params }) =>
      code === "reset" ||
      code === "no_counters" ||
      (code === "counter_fell" && !OF_PRODUCTS.test(String(params?.counter))),
  );
  return !isBroken && !warnings.some(({ code }) => code === "crc_mismatch");
}
