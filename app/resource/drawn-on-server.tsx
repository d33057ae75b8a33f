import { useRevalidator } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";

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
    here?.addEventListener("click", tickAll);
    const pickers = here?.querySelectorAll<HTMLElement>("[data-picker]");
    if (!children && pickers?.length) void import("./picker-mount").then(({ mountPickers }) => mountPickers(pickers));
    // When the page had to be drawn anew in the browser, its data must be asked for.
    if (!children && here?.childElementCount === 0) revalidate();
    return () => here?.removeEventListener("click", tickAll);
  }, [children, revalidate]);
  if (children)
    return (
      <div key="drawn" ref={place}>
        {children}
      </div>
    );
  return <div key="kept" ref={place} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
}

function tickAll({ target }: Event): void {
  if (!(target instanceof HTMLInputElement) || target.dataset.all === undefined) return;
  for (const box of target.closest("table")?.querySelectorAll<HTMLInputElement>("tbody input") ?? [])
    box.checked = target.checked;
}
