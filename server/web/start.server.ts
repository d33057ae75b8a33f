import { growSlowly } from "~server/heap";
import { requireConfig } from "./config.server";
import { assertGuarded } from "./guarded.server";
import { settleIncoming } from "./incoming.server";
import { serverRoutes } from "./server-build.server";
import { endStreamsOnShutdown } from "./shutdown.server";
import { styleSheet } from "./style-sheet.server";

/** Everything that happens once, before the first request: memory, settings, origin check, shutdown, guards. */
export function startWeb(): void {
  growSlowly();
  requireConfig();
  settleIncoming();
  endStreamsOnShutdown();
  styleSheet();
  void checkGuards();
}

/** Ends the process when a route came without a guard. Runs once the modules of all routes are there. */
async function checkGuards(): Promise<void> {
  try {
    assertGuarded(await serverRoutes());
  } catch (error) {
    console.error(`routes: ${error instanceof Error ? error.message : String(error)}`);
    process.exit(1);
  }
}
