import { useFetcher } from "@remix-run/react";
import { createContext, useEffect, useRef, useState } from "react";
import type { Option } from "~/ui/field";
import type { loader } from "./pick.route";

/** Choices that were searched for while typing; a plain submit does the same without scripts. */
export interface Live {
  /** What the last search found, by the address where it asked. */
  found: Record<string, Option[]>;
  /** Everything found so far: what was chosen from an earlier search keeps its name. */
  seen: readonly Option[];
  search(address: string, words: string): void;
}

export const LiveChoices = createContext<Live>({ found: {}, seen: [], search: () => undefined });

/** A pause in typing long enough to mean it. */
const PAUSE_MS = 250;

export function useLiveChoices(): Live {
  const fetcher = useFetcher<typeof loader>();
  const [seen, setSeen] = useState<{ last?: unknown; options: readonly Option[] }>({ options: [] });
  if (fetcher.data && fetcher.data !== seen.last) setSeen({ last: fetcher.data, options: [...seen.options, ...fetcher.data.options] });
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    // Only the picker in use searches; the others keep the choices they came with.
    seen: seen.options,
    found: fetcher.data ? { [fetcher.data.address]: fetcher.data.options } : {},
    search(address, words) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => fetcher.load(address + encodeURIComponent(words)), PAUSE_MS);
    },
  };
}
