import { useRouteLoaderData } from "@remix-run/react";
import { useEffect } from "react";
import type { loader } from "~/root.server";

type Root = ReturnType<typeof useRouteLoaderData<typeof loader>>;

/** What this browser tab saw last; never set on the server, where it would belong to somebody else. */
let last: Root;

/**
 * What the root loader knows: theme, language, toast and the words any page may need. When a script cannot reach
 * the server the loader's data is gone, so the last known serves the screen that says so.
 */
export function useRoot(): Root {
  const root = useRouteLoaderData<typeof loader>("root");
  useEffect(() => {
    if (root) last = root;
  }, [root]);
  return root ?? last;
}
