import { useLoaderData } from "@remix-run/react";
import { cancelAction } from "./command.server";
import { Connection } from "./connection";
import { telemetryLoader } from "./telemetry.server";

export const loader = telemetryLoader;
export const action = cancelAction;

export default function TelemetryRoute() {
  return <Connection model={useLoaderData<typeof loader>()} />;
}
