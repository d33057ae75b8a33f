import { setTimeout as pause } from "node:timers/promises";
import type { ServerBuild } from "@remix-run/node";

/**
 * All routes with their modules, once they are loaded. The build imports the module that asks, so its own parts
 * may come a moment later: in production within the same turn, under Vite's development server after a while.
 */
export async function serverRoutes(): Promise<ServerBuild["routes"]> {
  const build: { routes?: ServerBuild["routes"] } = await import("virtual:remix/server-build");
  while (!build.routes) await pause(20);
  return build.routes;
}
