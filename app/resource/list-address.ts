import { pageWindow, type PageLink } from "~/ui/pagination";

/** An address with some parameters changed: null removes one, an array repeats it. A change of anything but the page starts at the first. */
export function withParams(url: URL, changes: Record<string, string | string[] | null>): string {
  const next = new URLSearchParams(url.search);
  if (!("page" in changes)) next.delete("page");
  for (const [name, value] of Object.entries(changes)) {
    next.delete(name);
    for (const one of value === null ? [] : [value].flat()) next.append(name, one);
  }
  const query = next.toString();
  return query ? `${url.pathname}?${query}` : url.pathname;
}

/** The address without one value of one filter. */
export function withoutValue(url: URL, name: string, value: string): string {
  return withParams(url, { [name]: url.searchParams.getAll(name).filter((one) => one !== value) });
}

/** An address of another page of the list that `name` counts the pages of. */
export function pageAddress(url: URL, name: string, page: number): string {
  const others = name === "page" ? undefined : { page: url.searchParams.get("page") };
  return withParams(url, { ...others, [name]: page === 1 ? null : String(page) });
}

/** Links to the pages of a list; pages beyond the exactly counted ones are reached by "next". */
export function pageLinks(
  url: URL,
  page: number,
  last: number,
  number: (value: number) => string,
  name = "page",
): PageLink[] {
  return pageWindow(page, last).map((one) =>
    one === null ? { label: "…" } : { label: number(one), href: pageAddress(url, name, one), current: one === page },
  );
}

/** In an address: the words by which a filter's choices are searched. */
export const findParam = (name: string): string => `find_${name}`;
export const isFindParam = (param: string): boolean => param.startsWith("find_");

/** The button that closes the filter panel: the words by which its choices were searched have done their work. */
const APPLY = "apply";

/** An address without what says nothing: empty fields of a form, and a panel that was applied. Undefined when it is clean already. */
export function cleanAddress(url: URL): string | undefined {
  const isApplied = url.searchParams.has(APPLY);
  const kept = [...url.searchParams].filter(
    ([name, value]) => value !== "" && name !== APPLY && !(isApplied && (isFindParam(name) || name === "filters")),
  );
  return kept.length === url.searchParams.size
    ? undefined
    : [url.pathname, new URLSearchParams(kept)].filter(String).join("?");
}
