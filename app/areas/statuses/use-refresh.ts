import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** The page has begun to ask by itself. */
const BEGUN = "refreshing";

/** A script for the page that comes again by itself until `useRefresh` does: a browser may run this and no modules. */
export const againIn = (seconds: number): string =>
  `{const again=setTimeout(()=>location.reload(),${seconds}000);addEventListener("${BEGUN}",()=>clearTimeout(again))}`;

/** Asks for the page's data again every so many seconds while somebody looks at it; undefined: never. */
export function useRefresh(seconds: number | undefined): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!seconds) return;
    dispatchEvent(new Event(BEGUN));
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds, revalidate]);
}
