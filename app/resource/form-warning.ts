import { useBeforeUnload, useBlocker } from "@remix-run/react";
import { type RefObject, useCallback, useEffect, useRef } from "react";

/**
 * Asks before a page with unsaved input is left, for another of ours or for elsewhere. Sending the form is not
 * leaving: it goes to its own address. `begun`: what the form came with is itself not saved yet.
 */
export function useWarning(form: RefObject<HTMLFormElement>, begun: boolean, question: string): void {
  const saved = useRef<string>();
  useEffect(() => {
    if (form.current) saved.current = contentOf(form.current);
  }, [form]);
  const isChanged = useCallback(
    () => begun || (form.current !== null && contentOf(form.current) !== saved.current),
    [begun, form],
  );
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isChanged()) event.preventDefault();
      },
      [isChanged],
    ),
  );
  const isLeaving = useCallback(
    ({ currentLocation: here, nextLocation: next }: Record<"currentLocation" | "nextLocation", { pathname: string }>) =>
      here.pathname !== next.pathname && isChanged(),
    [isChanged],
  );
  const blocker = useBlocker(isLeaving);
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    if (window.confirm(question)) blocker.proceed();
    else blocker.reset();
  }, [blocker, question]);
}

/** What the form would send, in no order: plain controls and those of scripts stand in different ones. */
function contentOf(form: HTMLFormElement): string {
  const entries = [...new FormData(form)].filter(([name]) => !name.startsWith("find_") && !name.startsWith("found_"));
  return JSON.stringify(
    entries.map(([name, value]) => `${name}=${typeof value === "string" ? value : value.name}`).sort(),
  );
}
