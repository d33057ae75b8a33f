import type { Page } from "@playwright/test";

/**
 * What does not fit the page as it stands, a sentence each: what sticks out of the window, what is cut or scrolls
 * sideways (what fades out at the edge may), controls of one line that do not end on one line, and tiles that do not
 * fill their line.
 */
export async function unfit(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found = new Set<string>();
    const edge = document.documentElement.clientWidth;
    const isHidden = (element: Element): boolean =>
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ||
      element.closest("svg, iframe") !== null ||
      (function clipped(one: Element | null): boolean {
        return one !== null && (getComputedStyle(one).clipPath !== "none" || clipped(one.parentElement));
      })(element);
    const scrolls = (element: Element): boolean => getComputedStyle(element).overflowX !== "visible";
    const isInside = (element: Element | null): boolean =>
      element !== null && (scrolls(element) || isInside(element.parentElement));
    const name = (element: Element): string =>
      `${element.tagName.toLowerCase()} “${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ").slice(0, 50)}”`;
    const seen = [...document.body.querySelectorAll("*")].filter((element) => !isHidden(element));

    for (const element of seen) {
      const { left, right, width } = element.getBoundingClientRect();
      if (width === 0 || element.matches("nav, nav *, input, select, textarea")) continue;
      const style = getComputedStyle(element);
      const hidden = element.scrollWidth - element.clientWidth;
      // Names that a wide screen cuts say so by their ending.
      const isShortened = style.textOverflow === "ellipsis" && edge >= 768;
      // Who compares has asked for more columns than a screen holds.
      const compares = edge >= 768 && element.matches("section:has(>table)") && location.search.includes("compare=");
      const fades = style.maskImage !== "none";
      if (scrolls(element) && hidden > 1 && element.clientWidth > 0 && !isShortened && !compares && !fades)
        found.add(`${hidden} px are cut from ${name(element)}`);
      const out = Math.max(right - edge, -left);
      if (out > 1 && !isInside(element.parentElement)) found.add(`${Math.round(out)} px stick out of ${name(element)}`);
    }

    /** Within one group of a form: what stands in another column has lines of its own. */
    const isNear = (one: Element, other: Element): boolean =>
      one.parentElement?.parentElement?.contains(other) === true ||
      other.parentElement?.parentElement?.contains(one) === true;
    const controls = seen
      .filter((element) =>
        element.matches("main :is(input:not([type=checkbox],[type=radio],[type=hidden]),select,form button)"),
      )
      .filter((element) => !element.closest("table"))
      .map((element) => ({ element, box: element.getBoundingClientRect() }));
    for (const [index, one] of controls.entries())
      for (const other of controls.slice(index + 1)) {
        const shared = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (isNear(one.element, other.element) && shared > 2 && Math.abs(one.box.bottom - other.box.bottom) > 2)
          found.add(`not on one line: ${name(one.element)} and ${name(other.element)}`);
      }

    for (const tiles of seen.filter((element) => element.matches("main div"))) {
      const boxes = [...tiles.children]
        .filter((tile) => getComputedStyle(tile).containerType === "inline-size")
        .map((tile) => tile.getBoundingClientRect());
      const lines = new Map<number, DOMRect[]>();
      for (const box of boxes) lines.set(Math.round(box.top), [...(lines.get(Math.round(box.top)) ?? []), box]);
      const end = tiles.getBoundingClientRect().right;
      for (const line of boxes.length > 1 ? lines.values() : [])
        if (Math.abs(Math.max(...line.map(({ right }) => right)) - end) > 2)
          found.add(`a line of ${line.length} tiles is not full`);
        else if (new Set(line.map(({ height }) => Math.round(height))).size > 1)
          found.add("tiles of one line are of different heights");
    }
    return [...found];
  });
}
