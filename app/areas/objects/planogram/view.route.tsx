import ViewRoute from "~/resource/view.route";
import { planogramViewLoader } from "./view.server";

export { meta } from "~/resource/view.route";

export const loader = planogramViewLoader;

/** A planogram: the frame of any record, which also tells where its prices are not set yet. */
export default function PlanogramViewRoute() {
  return <ViewRoute />;
}
