import type { HeadersFunction } from "@remix-run/node";

/**
 * What an error answer says about itself. Exported as `headers` by the modules that draw error screens, for only they
 * get to see an error's headers.
 */
export const pageHeaders: HeadersFunction = ({ parentHeaders, errorHeaders }) => {
  const result = new Headers(parentHeaders);
  for (const name of ["Retry-After", "Refresh", "Allow"]) {
    const value = errorHeaders?.get(name);
    if (value) result.set(name, value);
  }
  return result;
};
