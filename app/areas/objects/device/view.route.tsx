import ViewRoute from "~/resource/view.route";
import "./head.css";
import { deviceViewLoader } from "./view.server";

export { meta } from "~/resource/view.route";

export const loader = deviceViewLoader;

/** A machine: the frame of any record with its head, of which the server alone draws what stands in `head.tsx`. */
export default function DeviceViewRoute() {
  return <ViewRoute />;
}
