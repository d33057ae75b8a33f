import { useSyncExternalStore } from "react";
import type { Labels } from "~/frame/labels";
import { Button } from "~/ui/button";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import type { desktopLabels } from "./labels";

type State = "plain" | "default" | "granted" | "denied" | "unsupported" | "insecure";

/** Notifications of the browser: what they are, and the button by which the person allows them. Nothing asks by itself. */
export function Desktop({ labels }: { labels: Labels<typeof desktopLabels> }) {
  const state = useSyncExternalStore<State>(subscribe, currentState, () => "plain");
  if (state === "granted") return <Notice tone="ok">{labels["notices:desktop.granted"]}</Notice>;
  if (state === "denied" || state === "unsupported" || state === "insecure")
    return <Notice tone="warn">{labels[`notices:desktop.${state}`]}</Notice>;
  return (
    <Stack>
      <p>{labels["notices:desktop.text"]}</p>
      {state === "default" && (
        <div>
          <Button type="button" icon="bell" onClick={() => void Notification.requestPermission().then(answered)}>
            {labels["notices:desktop.allow"]}
          </Button>
        </div>
      )}
    </Stack>
  );
}

const waiting = new Set<() => void>();
const answered = () => {
  for (const changed of waiting) changed();
};

/** The person may also change their mind in the browser's own settings. */
function subscribe(changed: () => void) {
  waiting.add(changed);
  window.addEventListener("focus", changed);
  return () => {
    waiting.delete(changed);
    window.removeEventListener("focus", changed);
  };
}

function currentState(): State {
  if (!window.isSecureContext) return "insecure";
  if (!("Notification" in window) || !("serviceWorker" in navigator)) return "unsupported";
  return Notification.permission;
}
