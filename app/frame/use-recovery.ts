import { useEffect } from "react";

const EVERY = 5_000;

/** While `active`, asks now and then whether the server is back, and loads the page again when it is. */
export function useRecovery(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const look = () => {
      void fetch("/readyz", { cache: "no-store" })
        .then((answer) => answer.ok && window.location.reload())
        .catch(() => undefined);
    };
    const timer = window.setInterval(look, EVERY);
    window.addEventListener("online", look);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener("online", look);
    };
  }, [active]);
}
