import { Outlet } from "@remix-run/react";
import { ErrorScreen, errorTitle } from "./error-screen";

export { pageHeaders as headers } from "./page-headers";

/**
 * Stands between the root and every page only to catch their errors: when an action fails, Remix skips the loader
 * of the route that draws the error, and without the root's data there would be no words to show.
 */
export default function Boundary() {
  return <Outlet />;
}

export const meta = errorTitle;

export const ErrorBoundary = ErrorScreen;
