import { pageQuery, sensible } from "~server/contract/query";
import { PAGE_SIZES } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import { pageAddress, pageLinks, withParams } from "./list-address";

/** A page of a list as the API answers it; `capped`: there are more than `total`, which nobody counted. */
interface Shown {
  page: number;
  limit: number;
  total: number;
  capped?: boolean;
  items: readonly unknown[];
}

/** Which page of a list an address asks for; `name`: the part of the address that says so, where a screen has two lists. */
export const pageAskedAt = ({ url }: Pick<Context, "url">, name: string): number =>
  sensible(pageQuery, new URLSearchParams({ page: url.searchParams.get(name) ?? "" })).page;

/**
 * Where a page stands in its list, "51–100 of 312"; of more records than are counted it says so, and "next" goes on beyond
 * them. `name`: the part of the address that says which page, where a screen has two lists.
 */
export function paginationOf(
  { t, format, url }: Pick<Context, "t" | "format" | "url">,
  { page, limit, total, capped, items }: Shown,
  name = "page",
) {
  const last = Math.max(1, Math.ceil(total / limit));
  const from = items.length ? (page - 1) * limit + 1 : 0;
  const to = items.length ? from + items.length - 1 : 0;
  const values = { from: format.number(from), to: format.number(to), total: format.number(total) };
  const hrefOf = (one: number) => pageAddress(url, name, one);
  const isMore = page < last || (capped && items.length === limit);
  return {
    label: t("resource:pages"),
    summary: t(capped ? "resource:range_capped" : "resource:range", values),
    pages: last > 1 ? pageLinks(url, page, last, format.number, name) : [],
    previous: page > 1 ? { label: t("resource:previous"), href: hrefOf(page - 1) } : undefined,
    next: isMore ? { label: t("resource:next"), href: hrefOf(page + 1) } : undefined,
  };
}

/** How many rows a page may have. */
export const pageSizes = ({ t, url }: Pick<Context, "t" | "url">, limit: number) => ({
  label: t("resource:per_page"),
  links: PAGE_SIZES.map((size) => ({
    label: String(size),
    href: withParams(url, { limit: String(size) }),
    current: size === limit,
  })),
});
