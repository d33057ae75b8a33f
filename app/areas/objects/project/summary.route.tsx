import { projectSummaryLoader } from "./summary.server";

export const loader = projectSummaryLoader;

export { SummaryTab as default } from "~/resource/summary-tab";
