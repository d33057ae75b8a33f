import type { Context } from "~server/web/guard.server";
import { pageLinks, withParams } from "./list-address";

/** A page of a list as the API answers it; `capped`: there are more than `total`, which nobody counted. */
interface Shown {
  page: number;
  limit: number;
  total: number;
  capped?: boolean;
  items: readonly unknown[];
}

/** Where a page stands in its list, "51–100 of 312"; of more records than are counted it says so, and "next" goes on beyond them. */
export function paginationOf(
  { t, format, url }: Pick<Context, "t" | "format" | "url">,
  { page, limit, total, capped, items }: Shown,
) {
  const last = Math.max(1, Math.ceil(total / limit));
  const from = items.length ? (page - 1) * limit + 1 : 0;
  const to = items.length ? from + items.length - 1 : 0;
  const values = { from: format.number(from), to: format.number(to), total: format.number(total) };
  const hrefOf = (one: number) => withParams(url, { page: one === 1 ? null : String(one) });
  const isMore = page < last || (capped && items.length === limit);
  return {
    label: t("resource:pages"),
    summary: t(capped ? "resource:range_capped" : "resource:range", values),
    pages: last > 1 ? pageLinks(url, page, last, format.number) : [],
    previous: page > 1 ? { label: t("resource:previous"), href: hrefOf(page - 1) } : undefined,
    next: isMore ? { label: t("resource:next"), href: hrefOf(page + 1) } : undefined,
  };
}
