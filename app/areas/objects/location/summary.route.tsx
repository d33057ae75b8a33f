import { locationSummaryLoader } from "./summary.server";

export const loader = locationSummaryLoader;

export { SummaryTab as default } from "~/resource/summary-tab";
