import { useLayoutEffect, useRef } from "react";
import { NoNetworkWords } from "./notices";
import { cover } from "./notices.css";
import { useOnline } from "./use-online";
import { useRoot } from "./use-root";

/** Over the page for as long as the browser has no network. The page itself stays, with what was typed and the focus. */
export function Offline() {
  const root = useRoot();
  const online = useOnline();
  return root && !online ? <Cover labels={root.labels} /> : null;
}

function Cover(words: Parameters<typeof NoNetworkWords>[0]) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const shown = dialog.current;
    // Browsers without modal dialogs show it all the same.
    shown?.showModal?.();
    return () => shown?.close?.();
  }, []);
  return (
    <dialog ref={dialog} className={cover} onCancel={(event) => event.preventDefault()}>
      <NoNetworkWords {...words} />
    </dialog>
  );
}
