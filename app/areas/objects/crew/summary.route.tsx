import { crewSummaryLoader } from "./summary.server";

export const loader = crewSummaryLoader;

export { SummaryTab as default } from "~/resource/summary-tab";
