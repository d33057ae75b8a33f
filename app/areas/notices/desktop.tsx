import { useEffect, useState } from "react";
import type { Labels } from "~/frame/labels";
import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import type { desktopLabels } from "./labels";

type State = "plain" | "default" | "granted" | "denied" | "unsupported" | "insecure";

/** Notifications of the browser: what they are, and the button by which the person allows them. Nothing asks by itself. */
export function Desktop({ labels }: { labels: Labels<typeof desktopLabels> }) {
  const [state, setState] = useState<State>("plain");
  useEffect(() => {
    setState(currentState());
    // The person may change their mind in the browser's own settings.
    const look = () => setState(currentState());
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  }, []);

  if (state === "granted") return <Notice tone="ok">{labels["notices:desktop.granted"]}</Notice>;
  if (state === "denied" || state === "unsupported" || state === "insecure") return <Notice tone="warn">{labels[`notices:desktop.${state}`]}</Notice>;
  return (
    <>
      <p>{labels["notices:desktop.text"]}</p>
      {state === "default" && (
        <p>
          <Button type="button" icon="bell" onClick={() => void Notification.requestPermission().then(() => setState(currentState()))}>
            {labels["notices:desktop.allow"]}
          </Button>
        </p>
      )}
    </>
  );
}

function currentState(): State {
  if (!window.isSecureContext) return "insecure";
  if (!("Notification" in window) || !("serviceWorker" in navigator)) return "unsupported";
  return Notification.permission;
}
