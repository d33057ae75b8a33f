import type { AlertCause, AlertNews, AlertScope } from "~server/contract/alerts";
import type { Moment } from "../../time";

/** A rule as the engine goes by it; spans in milliseconds. */
export interface Rule {
  id: number;
  cause: AlertCause;
  /** A cause that ends sooner is none. */
  delay: number;
  /** From the first cause to its message, so that one message tells of many machines. */
  wait: number;
  /** The least between two messages of one alert. */
  gather: number;
  /** An alert that nobody has acknowledged is told again after this; 0: never. */
  repeat: number;
  /** Minutes of the day by the company's clock between which nothing is told; they may go over midnight. */
  quiet: { from: number; to: number } | null;
}

/** A cause that is there now. `subject`: what it is of, `device:5`; `place`, `city`, `region`: where, null where it is nowhere. */
export interface Seen {
  rule: number;
  subject: string;
  since: Moment;
  place: string;
  city: string | null;
  region: string | null;
}

/** A cause that goes on. */
export interface Signal extends Seen {
  /** When it began and, after it had gone, began anew, of the last hour. */
  begun: Moment[];
  /** Since when it may be told, and is collected with others. */
  due: Moment | null;
  /** Since when it is not there any more; it may come back. */
  cleared: Moment | null;
  /** The alert that it belongs to. */
  alert: number | null;
}

/** An alert that is not closed. New ones have numbers below zero until they are kept. */
export interface OpenAlert {
  id: number;
  rule: number;
  scope: AlertScope;
  /** The place, city or region. */
  area: string;
  opened: Moment;
  /** When the last machine came to it. */
  joined: Moment;
  told: Moment | null;
  /** Machines that have come to it since it was told last. */
  untold: number;
  acknowledged: boolean;
}

export interface AlertState {
  /** By {@link keyOf}. */
  signals: Map<string, Signal>;
  alerts: Map<number, OpenAlert>;
}

/** What a step has changed. */
export interface Step {
  /** Began, went on otherwise or joined an alert. */
  changed: Set<Signal>;
  /** Never came to an alert. */
  dropped: Signal[];
  ended: Signal[];
  opened: OpenAlert[];
  closed: OpenAlert[];
  news: { alert: OpenAlert; news: AlertNews }[];
}

export const keyOf = ({ rule, subject }: Pick<Seen, "rule" | "subject">) => `${rule} ${subject}`;
