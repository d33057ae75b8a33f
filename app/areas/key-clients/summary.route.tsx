import { keyClientSummaryLoader } from "./summary.server";

export const loader = keyClientSummaryLoader;

export { SummaryTab as default } from "~/resource/summary-tab";
