import { Links, Meta, Scripts, ScrollRestoration } from "@remix-run/react";
import type { ReactNode } from "react";
import { StyleSheet, useNonce } from "./style-sheet";
import { useRoot } from "./use-root";

/** The HTML around every page. Theme and language come from cookies, so the first paint is already right. */
export function Document({ children }: { children: ReactNode }) {
  const root = useRoot();
  const nonce = useNonce();
  return (
    <html lang={root?.lang ?? "uk"} data-theme={root?.theme ?? "light"}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <StyleSheet />
        <Links />
      </head>
      <body>
        {children}
        {root?.scripts !== false && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  );
}
