import type { ServerBuild } from "@remix-run/node";
import { serverRoutes } from "./server-build.server";

type Routes = ServerBuild["routes"];

let paths: string[] | undefined;

/** Addresses of the site map that are not patterns: "/", "/profile" … */
export async function sitePaths(): Promise<string[]> {
  if (paths) return paths;
  const routes = await serverRoutes();
  return (paths = Object.keys(routes)
    .map((id) => fullPath(routes, id))
    .filter((path) => !/[:*]/.test(path)));
}

function fullPath(routes: Routes, id: string): string {
  const parts: string[] = [];
  for (let route = routes[id]; route; route = route.parentId ? routes[route.parentId] : undefined)
    if (route.path) parts.unshift(route.path);
  return `/${parts.join("/")}`;
}
