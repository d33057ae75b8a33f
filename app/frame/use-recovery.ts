import { useEffect } from "react";

const EVERY = 2_000;

/** While `active`, asks now and then whether the server is back; then says so, or loads the page again. */
export function useRecovery(active: boolean, back: (isBack: true) => void = reload): void {
  useEffect(() => {
    if (!active) return;
    const look = () => {
      void fetch("/readyz", { cache: "no-store" })
        .then(({ ok }) => ok && back(true))
        .catch(() => undefined);
    };
    const timer = window.setInterval(look, EVERY);
    window.addEventListener("online", look);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener("online", look);
    };
  }, [active, back]);
}

const reload = () => window.location.reload();
