/** What a person reads at the moment: what they type in, the first row of a list in sight, or the first thing below the header. */
export interface Place {
  element: Element;
  href: string | undefined;
  top: number;
}

const BELOW_HEADER = 72;

/** Where the reader is, to be found again by {@link backTo} after the page has changed. */
export function placeOfReader(): Place | undefined {
  const main = document.querySelector("main");
  const box = main?.getBoundingClientRect();
  if (!main || !box) return undefined;
  const focused = document.activeElement;
  const typed = focused && main.contains(focused) && focused.matches("input,textarea,select") ? focused : undefined;
  const row = [...main.querySelectorAll("tbody tr")].find((one) => one.getBoundingClientRect().bottom > BELOW_HEADER);
  const under = document
    .elementFromPoint(box.left + box.width / 3, Math.max(box.top + 8, BELOW_HEADER))
    ?.closest("li,section,p,h1");
  const element = typed ?? row ?? under;
  if (!element || !main.contains(element)) return undefined;
  anchoring("none");
  return {
    element,
    href: element.querySelector("a")?.getAttribute("href") ?? undefined,
    top: element.getBoundingClientRect().top,
  };
}

/** Scrolls by as much as the page has moved under the reader. A row that was drawn anew is known by its link. */
export function backTo({ element, href, top }: Place): void {
  const kept = element.isConnected
    ? element
    : href && document.querySelector(`main a[href=${JSON.stringify(href)}]`)?.closest(element.tagName);
  if (kept) window.scrollBy(0, kept.getBoundingClientRect().top - top);
  requestAnimationFrame(() => anchoring(""));
}

/** Browsers that hold a place by themselves choose another one, and both would add up. */
function anchoring(value: string): void {
  document.documentElement.style.overflowAnchor = value;
}
