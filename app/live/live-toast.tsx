import { useEffect, useRef } from "react";
import { Button } from "~/ui/button";
import * as css from "./live.css";
import type { LiveNotice } from "./stream";

interface LiveToastProps {
  news: LiveNotice;
  close: string;
  onGone(): void;
}

/** Seconds in sight, after which a toast goes; what it told of stays in the bell. */
const SHOWN_S = 10;

/** A notice in the corner of the page. It stays while the pointer or the focus is on it, and while nobody sees the tab. */
export function LiveToast({ news: { href, label, title, body }, close, onGone }: LiveToastProps) {
  const box = useRef<HTMLDivElement>(null);
  const gone = useRef(onGone);
  useEffect(() => {
    gone.current = onGone;
  });
  useEffect(() => {
    let left = SHOWN_S;
    const timer = window.setInterval(() => {
      const isHeld = document.hidden || box.current?.matches(":hover,:focus-within");
      if (isHeld) left = SHOWN_S;
      else if (--left <= 0) gone.current();
    }, 1_000);
    return () => window.clearInterval(timer);
  }, []);
  return (
    <div ref={box} className={css.toast}>
      <div className={css.words}>
        <small>{label}</small>
        <a href={href}>{title}</a>
        <p>{body}</p>
      </div>
      <Button kind="quiet" size="s" icon="close" hideLabel type="button" onClick={onGone}>
        {close}
      </Button>
    </div>
  );
}
