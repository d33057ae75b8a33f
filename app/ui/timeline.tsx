import type { ReactNode } from "react";
import { classes } from "./class-names";
import * as css from "./timeline.css";

export interface TimelineEntry {
  id: string;
  title: string;
  /** Time in words, and as ISO for machines. */
  time: { text: string; iso: string };
  /** After the time: a badge, a delivery status. */
  meta?: ReactNode;
  /** Line breaks of a text are kept. */
  body: ReactNode;
  /** On the accent ground: written by the reader's side. */
  own?: boolean;
}

/** Things that happened, in order: replies, changes, log lines. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className={css.list}>
      {entries.map(({ id, title, time, meta, body, own }) => (
        <li key={id} id={id} className={classes(css.entry, own && css.own)}>
          <div className={css.head}>
            <strong className={css.author}>{title}</strong>
            <time dateTime={time.iso}>{time.text}</time>
            {meta}
          </div>
          <div className={css.body}>{body}</div>
        </li>
      ))}
    </ol>
  );
}
