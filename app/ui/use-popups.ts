import { useEffect } from "react";

/** Lets Escape close the open `<details data-popup>` and gives the focus back to its button. Once per page. */
export function usePopups(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      const open = document.querySelectorAll<HTMLDetailsElement>("details[data-popup][open]");
      for (const popup of open) {
        popup.open = false;
        popup.querySelector("summary")?.focus();
      }
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
