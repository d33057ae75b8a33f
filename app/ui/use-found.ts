import { useEffect, useState } from "react";
import type { Option } from "./field";

/** What was found, and by which words. */
interface Found {
  words: string;
  options: readonly Option[];
}

/** A pause in typing long enough to mean it. */
const PAUSE_MS = 250;

/** Asks `address` for choices while a picker is open, once the typing of `words` pauses; what was found last stays until then. */
export function useFound(
  isOpen: boolean,
  address: string,
  words: string,
  mark: (index: number) => void,
): Found | undefined {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    if (!isOpen) return;
    const control = new AbortController();
    const look = async () => {
      const options = await optionsAt(address + encodeURIComponent(words), control.signal).catch(() => undefined);
      // Without an answer the picker stays as it is; the next sign asks again.
      if (!options || control.signal.aborted) return;
      setFound({ words, options });
      // Words point at the best of what they found.
      mark(words ? 0 : -1);
    };
    const timer = setTimeout(() => void look(), words ? PAUSE_MS : 0);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [isOpen, address, words, mark]);
  return found;
}

async function optionsAt(address: string, signal: AbortSignal): Promise<Option[] | undefined> {
  const answer: unknown = await (await fetch(address, { signal, headers: { Accept: "application/json" } })).json();
  const options = answer instanceof Object && "options" in answer ? answer.options : undefined;
  return Array.isArray(options) ? options.filter(isOption) : undefined;
}

const isOption = (one: unknown): one is Option =>
  one instanceof Object &&
  "value" in one &&
  "label" in one &&
  typeof one.value === "string" &&
  typeof one.label === "string";
