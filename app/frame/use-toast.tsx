import { useLocation, useMatches } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { Toast } from "~/ui/toast";
import { useRoot } from "./use-root";

/** See guard.server.ts. */
const isRefused = (data: unknown): data is { refused: string } => data instanceof Object && "refused" in data;

/** The toast of this page. It stays through background refreshes and goes with the page. */
export function useToast(): ReactNode {
  const root = useRoot();
  const { key, pathname, search } = useLocation();
  const arrived = root?.toast ?? null;
  const [shown, setShown] = useState({ toast: arrived, key });
  if (arrived && arrived.id !== shown.toast?.id) setShown({ toast: arrived, key });
  else if (!arrived && shown.toast && shown.key !== key) setShown({ toast: null, key });

  const refused = useMatches().flatMap(({ data }) => (isRefused(data) ? data.refused : []))[0];
  const toast = refused ? { id: refused, tone: "bad" as const, text: refused } : shown.toast;
  if (!root || !toast) return null;
  const { id, tone, text } = toast;
  return (
    <Toast key={id} tone={tone} text={text} close={{ label: root.labels["common:close"], href: pathname + search }} />
  );
}
