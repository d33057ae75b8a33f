import type { HeadersFunction } from "@remix-run/node";

/**
 * Pages are a person's own and always asked for anew; Back still shows them from the browser's memory.
 * Exported as `headers` by the modules that draw error screens, for only they get to see an error's headers.
 */
export const pageHeaders: HeadersFunction = ({ parentHeaders, errorHeaders }) => {
  const result = new Headers(parentHeaders);
  result.set("Cache-Control", "private, no-cache");
  for (const name of ["Retry-After", "Refresh", "Allow"]) {
    const value = errorHeaders?.get(name);
    if (value) result.set(name, value);
  }
  return result;
};
