import type { MetaFunction } from "@remix-run/node";
import { publicLoader } from "~server/web/guard.server";
import { WITHOUT_SCRIPTS } from "./document";
import { NoNetwork } from "./notices";
import { useRoot } from "./use-root";

export const loader = publicLoader(() => null);

/** The page stands at any address while the network is away; Remix's scripts would not recognise themselves there. */
export const handle = WITHOUT_SCRIPTS;

/** Seconds after which the page tries by itself. */
const RETRY_SECONDS = "15";

export const meta: MetaFunction = ({ matches }) => [
  ...matches.flatMap((match) => match.meta ?? []),
  { httpEquiv: "refresh", content: RETRY_SECONDS },
];

/** The page the worker keeps and shows when a page cannot be fetched. An empty address means: the same again. */
export default function Offline() {
  const root = useRoot();
  return root && <NoNetwork labels={root.labels} retry="" />;
}
