import { companySummaryLoader } from "./summary.server";

export const loader = companySummaryLoader;

export { SummaryTab as default } from "~/resource/summary-tab";
