import { Links, Meta, Scripts, ScrollRestoration, useMatches } from "@remix-run/react";
import type { ReactNode } from "react";
import { demonstration } from "./layouts.css";
import { Offline } from "./offline";
import { StyleSheet, useNonce } from "./style-sheet";
import { useRoot } from "./use-root";

/** `handle` of a route whose page never carries scripts. */
export const WITHOUT_SCRIPTS = "without scripts";

/** The HTML around every page. Theme and language come from cookies, so the first paint is already right. */
export function Document({ children }: { children: ReactNode }) {
  const root = useRoot();
  const nonce = useNonce();
  const plain = useMatches().some(({ handle }) => handle === WITHOUT_SCRIPTS);
  const scripts = root?.scripts !== false && !plain;
  return (
    <html lang={root?.lang ?? "uk"} data-theme={root?.theme ?? "light"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <link rel="icon" href="/favicon-v1.svg" type="image/svg+xml" />
        <Meta />
        <StyleSheet />
        <Links />
      </head>
      <body>
        {children}
        {root?.demonstration && <aside className={demonstration}>{root.demonstration}</aside>}
        <Offline />
        {scripts && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}
