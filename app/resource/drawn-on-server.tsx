import { useRevalidator } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";

/**
 * What the server drew into the document and sent no data for (`drawnOnServer`): the scripts leave it as it is, but
 * for pickers, and for the box that ticks a whole table, which needs them. With `children` it is drawn as usual: on
 * the server, and after any navigation. `html` is what only the server draws, after a navigation, too.
 */
export function DrawnOnServer({ children, html }: { children?: ReactNode; html?: string }) {
  const place = useRef<HTMLDivElement>(null);
  const followed = useRef<string | null>(null);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const here = place.current;
    const act = ({ target }: Event) => {
      if (target instanceof Element) followed.current = target.closest("a")?.textContent ?? null;
      tickAll(target);
      countTicked(here);
    };
    countTicked(here);
    const all = here?.querySelector("[data-all]")?.parentElement;
    if (all) all.hidden = false;
    here?.addEventListener("click", act);
    const pickers = here?.querySelectorAll<HTMLElement>("[data-picker]");
    let isHere = true;
    let endPickers: (() => void) | undefined;
    if (!children && pickers?.length)
      void import("./picker-mount").then(({ mountPickers }) => {
        if (isHere) endPickers = mountPickers(pickers);
      });
    // When the page had to be drawn anew in the browser, its data must be asked for.
    if (!children && here?.childElementCount === 0) revalidate();
    return () => {
      isHere = false;
      endPickers?.();
      here?.removeEventListener("click", act);
    };
  }, [children, html, revalidate]);
  useEffect(() => {
    // The link that was followed went with what stood here: who uses the keyboard goes on from the one in its place.
    if (html !== undefined && followed.current !== null && document.activeElement === document.body)
      [...(place.current?.querySelectorAll("a") ?? [])]
        .find((link) => link.textContent === followed.current)
        ?.focus({ preventScroll: true });
  }, [html]);
  if (children)
    return (
      <div key="drawn" ref={place}>
        {children}
      </div>
    );
  return (
    <div
      key={html === undefined ? "kept" : "drawn"}
      ref={place}
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: html ?? "" }}
    />
  );
}

/** Says beside the actions how many rows they would take: a page that is come back to has its ticks again. */
function countTicked(place: HTMLElement | null): void {
  for (const one of place?.querySelectorAll<HTMLElement>("[data-ticked]") ?? [])
    one.dataset.ticked = `${place?.querySelectorAll("tbody input:checked").length}`;
}

function tickAll(target: EventTarget | null): void {
  if (!(target instanceof HTMLInputElement) || target.dataset.all === undefined) return;
  for (const box of target.closest("table")?.querySelectorAll<HTMLInputElement>("tbody input") ?? [])
    box.checked = target.checked;
}
