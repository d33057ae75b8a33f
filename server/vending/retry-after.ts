/** Seconds of a Retry-After header, written as a number or as a date (RFC 9110 §10.2.3). */
export function secondsToWait(header: string | string[] | undefined, now = Date.now()): number | undefined {
  const value = [header].flat()[0]?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return Number(value);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil((date - now) / 1000));
}
