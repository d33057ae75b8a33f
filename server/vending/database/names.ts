import { createHash } from "node:crypto";

/** A statement known by name costs its server 0.2 MB a connection, and none is ever forgotten while the connection lasts. */
export const MOST_NAMES = 100;
/** So names are given anew every so often, and connections of the pool live no longer. */
export const NAMES_LAST_S = 600;
/** Texts that have been asked once, in wait of a second time. */
const MOST_WATCHED = 1_000;

/**
 * Tables of which days are summed. A plan for any days is made for few, and summed a year of a large network twice as
 * slowly; so what reads them is planned for its days each time.
 */
const OVER_DAYS =
  /\b(\w+_by_\w+|sales|scans|key_moves|stock_moves|device_days|device_events|payments|authorisations|refunds|receipt_months)\b/;

const names = new Map<string, string>();
const watched = new Set<string>();
let renewAt = 0;
let isOn = true;
/** Part of every name: grows when the schema has changed under those that were given. */
let schema = 0;

/** Whether statements may have names at all: connections that others share through a pooler may not bear them. */
export function allowNames(allowed: boolean): void {
  isOn = allowed;
  forgetNames();
}

/** What a connection may know this text by. One that is asked once has no name, nor have those beyond the most. */
export function nameOf(text: string): string | undefined {
  if (!isOn) return undefined;
  if (performance.now() > renewAt) forgetNames();
  const name = names.get(text);
  if (name !== undefined || names.size === MOST_NAMES) return name;
  if (watched.delete(text)) return keep(text);
  if (OVER_DAYS.test(text)) return undefined;
  if (watched.size === MOST_WATCHED) watched.clear();
  watched.add(text);
  return undefined;
}

/** The same for one of the few texts that are asked all day, from the first time on and whatever else has names. */
export const nameAlways = (text: string): string | undefined => {
  if (!isOn) return undefined;
  const name = always.get(text) ?? made(text);
  always.set(text, name);
  return name;
};
const always = new Map<string, string>();

/** Names that were given are not used any more: what they stand for answers other columns than it did. */
export function renameAll(): void {
  schema += 1;
  always.clear();
  forgetNames();
}

function keep(text: string): string {
  const name = made(text);
  names.set(text, name);
  return name;
}

/** The same text has the same name again after names were given anew, for connections that know it still. */
const made = (text: string): string => `${schema}${createHash("sha1").update(text).digest("base64url")}`;

function forgetNames(): void {
  names.clear();
  watched.clear();
  renewAt = performance.now() + NAMES_LAST_S * 1_000;
}
