import { useEffect, useRef } from "react";

/** What a form asks before it is saved: it stands above the form, out of sight of who has just pressed its button. */
export function Question({ html, answer }: { html: string; answer: object }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.focus(), [answer]);
  return <div ref={place} tabIndex={-1} dangerouslySetInnerHTML={{ __html: html }} />;
}
