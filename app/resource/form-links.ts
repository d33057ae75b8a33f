import type { MouseEvent } from "react";

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
