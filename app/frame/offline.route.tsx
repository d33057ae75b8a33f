import { publicLoader } from "~server/web/guard.server";
import { NoNetwork } from "./notices";
import { useRoot } from "./use-root";

export const loader = publicLoader(() => null);

/** The page the worker keeps and shows when a page cannot be fetched. An empty address means: the same again. */
export default function Offline() {
  const root = useRoot();
  return root && <NoNetwork labels={root.labels} retry="" />;
}
