/** The address at which people open the web; undefined: nobody knows it, and no payment can be begun. */
export interface Sites {
  publicUrl: string | undefined;
}

/** Path of a machine's public page, and of one payment's. */
export const pagePath = (code: string, token?: string): string => `/m/${code}${token === undefined ? "" : `/${token}`}`;

const at = ({ publicUrl = "" }: Sites, path: string): string => new URL(path, publicUrl).href;

/** Where a provider sends the customer back to. */
export const returnUrl = (sites: Sites, code: string, token: string): string =>
  at(sites, `${pagePath(code, token)}?back=1`);

/** Where a provider calls; bound to the account. */
export const callbackUrl = (sites: Sites, account: number): string => at(sites, `/pay/callback/${account}`);
