import { useFetcher } from "@remix-run/react";
import { createContext, useEffect, useRef } from "react";
import type { Option } from "~/ui/field";
import type { loader } from "./pick.route";

/** Choices that were searched for while typing, by entity; a plain submit does the same without scripts. */
export interface Live {
  found: Record<string, Option[]>;
  search(to: string, words: string): void;
}

export const LiveChoices = createContext<Live>({ found: {}, search: () => undefined });

/** A pause in typing long enough to mean it. */
const PAUSE_MS = 250;

export function useLiveChoices(): Live {
  const fetcher = useFetcher<typeof loader>();
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    // Only the picker in use searches; the others keep the choices they came with.
    found: fetcher.data ? { [fetcher.data.to]: fetcher.data.options } : {},
    search(to, words) {
      clearTimeout(timer.current);
      timer.current = setTimeout(() => fetcher.load(`/pick/${to}?q=${encodeURIComponent(words)}`), PAUSE_MS);
    },
  };
}
