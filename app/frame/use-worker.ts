import { useEffect } from "react";

/** The worker's address carries its version, because files of `public` are cached for long. */
const WORKER = "/worker-v1.js";

/** Registers the worker that shows the no-network page. Without it everything else still works. */
export function useWorker(): void {
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    navigator.serviceWorker.register(WORKER, { scope: "/" }).catch((error: unknown) => console.warn(error));
  }, []);
}
