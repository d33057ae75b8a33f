import { useLoaderData } from "@remix-run/react";
import { History } from "./history";
import { historyLoader } from "./history.server";

export const loader = historyLoader;

export default function HistoryRoute() {
  return <History model={useLoaderData<typeof loader>()} />;
}
