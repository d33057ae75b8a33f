import { useRevalidator } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";

/**
 * What the server drew into the document and sent no data for (`drawnOnServer`): the scripts leave it as it is.
 * With `children` it is drawn as usual: on the server, and after any navigation.
 */
export function DrawnOnServer({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // When the page had to be drawn anew in the browser, its data must be asked for.
    if (!children && place.current?.childElementCount === 0) revalidate();
  }, [children, revalidate]);
  if (children) return <div key="drawn">{children}</div>;
  return <div key="kept" ref={place} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: "" }} />;
}
