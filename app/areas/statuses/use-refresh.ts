import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

/** Asks for the page's data again every so many seconds while somebody looks at it; undefined: never. */
export function useRefresh(seconds: number | undefined): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!seconds) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") revalidate();
    }, seconds * 1000);
    return () => clearInterval(timer);
  }, [seconds, revalidate]);
}
