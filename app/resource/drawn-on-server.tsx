import { useRevalidator } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useEffect, useRef } from "react";

/**
 * What the server drew into the document and sent no data for (`drawnOnServer`): the scripts leave it as it is, but
 * for pickers, and for the box that ticks a whole table, which needs them. With `children` it is drawn as usual: on
 * the server, and after any navigation.
 */
export function DrawnOnServer({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const here = place.current;
    const all = here?.querySelector("[data-all]")?.parentElement;
    if (all) all.hidden = false;
    if (children) return;
    // When the page had to be drawn anew in the browser, its data must be asked for.
    if (here?.childElementCount === 0) revalidate();
    const pickers = here?.querySelectorAll<HTMLElement>("[data-picker]");
    if (pickers?.length) void import("./picker-mount").then(({ mountPickers }) => mountPickers(pickers));
  }, [children, revalidate]);
  if (children) return <div key="drawn" ref={place} onClick={tickAll}>{children}</div>;
  return <div key="kept" ref={place} onClick={tickAll} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
}

function tickAll({ target }: MouseEvent): void {
  if (!(target instanceof HTMLInputElement) || target.dataset.all === undefined) return;
  for (const box of target.closest("table")?.querySelectorAll<HTMLInputElement>("tbody input") ?? []) box.checked = target.checked;
}
