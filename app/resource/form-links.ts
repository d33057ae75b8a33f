import { type MouseEvent, useEffect, useRef } from "react";
import type { FormAnswer } from "./form-drawn.server";

/**
 * Goes to what a link within a form points at. Left to the browser it would be a navigation, and with that the router
 * forgets what a refused form came back with: its mistakes, its choices, rows that were pasted.
 */
export function followWithin(event: MouseEvent): void {
  const { target, metaKey, ctrlKey, shiftKey, altKey } = event;
  if (metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element)) return;
  const link = target.closest<HTMLAnchorElement>('a[href^="#"]');
  const field = link && document.getElementById(decodeURIComponent(link.hash.slice(1)));
  if (!field) return;
  event.preventDefault();
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
}

/** Of what tells what is wrong with a form. */
export const mistakesId = (form: string) => `${form}-mistakes`;

/** Takes a person to where they go on in a form that came back, as soon as it is there, unless they type elsewhere meanwhile. */
export function useGoingOn(form: string, answer: FormAnswer | undefined): void {
  const done = useRef<FormAnswer>();
  useEffect(() => {
    if (answer?.place === undefined || done.current === answer) return;
    const place = document.getElementById(answer.place === "" ? mistakesId(form) : `${form}-${answer.place}`);
    if (!place) return;
    done.current = answer;
    const isTyping = document.activeElement?.matches("input,select,textarea");
    if (!isTyping || answer.result?.status === "error") place.focus();
  });
}
