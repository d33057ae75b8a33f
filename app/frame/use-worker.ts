import { useEffect } from "react";
import { useRoot } from "./use-root";

/** The worker's address carries its version, because files of `public` are cached for long. */
const WORKER = "/worker-v3.js";

/**
 * Registers the worker that shows the no-network page and opens notifications, and has it fetch that page again when theme or language
 * changed. Without it everything else still works, so a failure is only logged.
 */
export function useWorker(): void {
  const root = useRoot();
  const look = root && `${root.theme} ${root.lang}`;
  useEffect(() => {
    if (!look || !("serviceWorker" in navigator)) return;
    navigator.serviceWorker
      .register(WORKER, { scope: "/" })
      .then((registration) => registration.active?.postMessage({ look }))
      .catch((error: unknown) => console.warn(error));
  }, [look]);
}
