import { useLocation } from "@remix-run/react";
import { type ReactNode, useState } from "react";
import { Toast } from "~/ui/toast";
import { useRoot } from "./use-root";

/** The toast of this page. It stays through background refreshes and goes with the page. */
export function useToast(): ReactNode {
  const root = useRoot();
  const { key, pathname, search } = useLocation();
  const arrived = root?.toast ?? null;
  const [shown, setShown] = useState({ toast: arrived, key });
  if (arrived && arrived.id !== shown.toast?.id) setShown({ toast: arrived, key });
  else if (!arrived && shown.toast && shown.key !== key) setShown({ toast: null, key });

  if (!root || !shown.toast) return null;
  const { id, tone, text } = shown.toast;
  return (
    <Toast key={id} tone={tone} text={text} close={{ label: root.labels["common:close"], href: pathname + search }} />
  );
}
