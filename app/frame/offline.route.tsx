import type { HeadersFunction } from "@remix-run/node";
import { publicLoader } from "~server/web/guard.server";
import { WITHOUT_SCRIPTS } from "./document";
import { NoNetwork } from "./notices";
import { useRoot } from "./use-root";

export const loader = publicLoader(() => null);

/** The page stands at any address while the network is away; Remix's scripts would not recognise themselves there. */
export const handle = WITHOUT_SCRIPTS;

/** The page tries by itself, without scripts too; the worker keeps the header with the page. */
export const headers: HeadersFunction = ({ parentHeaders }) => {
  const own = new Headers(parentHeaders);
  own.set("Refresh", "15");
  return own;
};

/** The page the worker keeps and shows when a page cannot be fetched. An empty address means: the same again. */
export default function Offline() {
  const root = useRoot();
  return root && <NoNetwork labels={root.labels} retry="" />;
}
