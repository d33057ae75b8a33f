/** What a read answers, or `otherwise` where there is no such call: a company's own API may not have every one (docs/guide-own-api.md). */
export async function orWithout<T>(reading: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await reading;
  } catch (thrown) {
    if (thrown instanceof Response && thrown.status === 404) return otherwise;
    throw thrown;
  }
}
