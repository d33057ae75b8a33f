import { useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { Button, ButtonLink } from "~/ui/button";
import { Inline, Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import type { unsentLabels } from "./labels";

interface Waiting {
  unsent: number;
  others: number;
  refused: { id: number; path: string }[];
}
/** So soon after the network is back everything is sent. */
const LOOK_EVERY_MS = 3_000;

/** Asks the worker (`public/worker-v3.js`), which is our own, what waits; `send`: it tries to send first. */
function ask(message: object): Promise<Waiting | undefined> {
  const { controller } = navigator.serviceWorker;
  if (!controller) return Promise.resolve(undefined);
  const { port1, port2 } = new MessageChannel();
  return new Promise((done) => {
    port1.addEventListener("message", ({ data }: MessageEvent<Waiting>) => done(data), { once: true });
    port1.start();
    controller.postMessage(message, [port2]);
  });
}

/** What was entered without a network and is not sent yet, and what was not accepted. Nothing without scripts: then nothing waits. */
export function Unsent({ who, labels }: { who: string; labels: Record<(typeof unsentLabels)[number], string> }) {
  const [state, setState] = useState<Waiting>();
  const { revalidate } = useRevalidator();
  const before = useRef(0);
  useEffect(() => {
    if (!("serviceWorker" in navigator)) return;
    let isHere = true;
    const look = async () => {
      const found = await ask({ route: "send", who });
      if (!isHere || !found) return;
      setState(found);
      // What was sent changes what the page says.
      if (found.unsent < before.current) revalidate();
      before.current = found.unsent;
    };
    void navigator.storage?.persist?.();
    void look();
    const timer = setInterval(() => void look(), LOOK_EVERY_MS);
    const now = () => void look();
    addEventListener("online", now);
    return () => {
      isHere = false;
      clearInterval(timer);
      removeEventListener("online", now);
    };
  }, [who, revalidate]);
  if (!state) return null;
  const { unsent, others, refused } = state;
  const act = (message: object) => void ask({ ...message, who }).then((found) => found && setState(found));
  const told = (key: keyof typeof labels, number: number) => labels[key].replace("{{number}}", String(number));
  return (
    <Stack>
      {unsent > 0 && (
        <Notice tone="warn" title={told("route-sheets:unsent", unsent)} alert>
          <Stack gap="s">
            <p>{labels["route-sheets:unsent_hint"]}</p>
            <Inline>
              <Button type="button" onClick={() => act({ route: "send" })}>
                {labels["route-sheets:send_now"]}
              </Button>
            </Inline>
          </Stack>
        </Notice>
      )}
      {others > 0 && <Notice tone="info">{told("route-sheets:unsent_others", others)}</Notice>}
      {refused.map(({ id, path }) => (
        <Notice key={id} tone="bad" title={labels["route-sheets:refused"]} alert>
          <Inline>
            <span>{path}</span>
            <ButtonLink href={`/my_route/refused/${id}`}>{labels["route-sheets:refused_open"]}</ButtonLink>
            <Button type="button" kind="quiet" onClick={() => act({ route: "drop", drop: id })}>
              {labels["route-sheets:refused_drop"]}
            </Button>
          </Inline>
        </Notice>
      ))}
    </Stack>
  );
}
