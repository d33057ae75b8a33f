const GRACE = 8_000;
const STARTED = Symbol.for("vending-backoffice.shutdown");

const closers = new Set<() => void>();

/** Runs `close` when the process is asked to end; returns how to take that back. For answers that never end by themselves. */
export function onShutdown(close: () => void): () => void {
  closers.add(close);
  return () => closers.delete(close);
}

/**
 * remix-serve stops listening on SIGTERM and SIGINT but waits for open answers, and a live stream never ends.
 * Ends them, and the process itself when something still holds it after the grace time (ms).
 */
export function endStreamsOnShutdown(): void {
  if (Reflect.get(globalThis, STARTED)) return;
  Reflect.set(globalThis, STARTED, true);
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.once(signal, () => {
      for (const close of closers) close();
      setTimeout(() => process.exit(0), GRACE).unref();
    });
  }
}
