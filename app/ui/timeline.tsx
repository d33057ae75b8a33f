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
  /** `quiet`: one light line, such as a change; `note`: on a ground of its own, not meant for everybody. */
  look?: "quiet" | "note";
}

/** Things that happened, in order: replies, changes, log lines. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className={css.list}>
      {entries.map(({ id, title, time, meta, body, own, look }) => (
        <li
          key={id}
          id={id}
          className={look === "quiet" ? css.quiet : classes(css.entry, own && css.own, look === "note" && css.note)}
        >
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
