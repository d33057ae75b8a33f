import type { MetaFunction } from "@remix-run/node";
import { Outlet } from "@remix-run/react";
import { ErrorScreen } from "./error-screen";
import { screenOfError } from "./screen-of-error";

export { pageHeaders as headers } from "./page-headers";

/** Seconds after which a browser without scripts asks for the page again while the server is away. */
const RETRY_SECONDS = "30";

/** A page that cannot be shown now comes back by itself, unless a form waits on it to be sent again. */
export const meta: MetaFunction = ({ error, matches }) => {
  const inherited = matches.flatMap((match) => match.meta ?? []);
  const screen = screenOfError(error);
  const waits = screen?.screen === "technical_work" && !screen.held;
  return waits ? [...inherited, { httpEquiv: "refresh", content: RETRY_SECONDS }] : inherited;
};

/**
 * Stands between the root and every page only to catch their errors: when an action fails, Remix skips the loader
 * of the route that draws the error, and without the root's data there would be no words to show.
 */
export default function Boundary() {
  return <Outlet />;
}

export const ErrorBoundary = ErrorScreen;
