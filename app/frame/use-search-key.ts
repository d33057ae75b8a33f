import { useEffect } from "react";

/** "/" puts the cursor into the header's search field, where nothing else has the focus. */
export function useSearchKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "/" || event.target !== document.body) return;
      event.preventDefault();
      document.querySelector<HTMLInputElement>("header [name=q]")?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
