import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { useRoot } from "./use-root";

const KEY = "preferences";

/** Keeps theme and language the same in every tab: a change in one makes the others ask the server again. */
export function usePreferenceSync(): void {
  const root = useRoot();
  const { revalidate } = useRevalidator();
  const shown = root && `${root.theme} ${root.lang}`;

  useEffect(() => {
    if (!shown) return;
    try {
      if (window.localStorage.getItem(KEY) !== shown) window.localStorage.setItem(KEY, shown);
    } catch {
      // A locked-down browser without storage simply keeps its tabs apart.
      return;
    }
    const heard = (event: StorageEvent) => {
      if (event.key === KEY && event.newValue !== null && event.newValue !== shown) revalidate();
    };
    window.addEventListener("storage", heard);
    return () => window.removeEventListener("storage", heard);
  }, [shown, revalidate]);
}
