import { emptyLayoutLabels } from "./layouts";
import { changeLabels, errorNoticeLabels, noNetworkLabels, notFoundLabels, technicalWorkLabels } from "./notices";

/** Words that any page may need: the bar of preferences, toasts and everything that can stand instead of the page. */
export const rootLabels = [
  ...emptyLayoutLabels,
  ...technicalWorkLabels,
  ...noNetworkLabels,
  ...notFoundLabels,
  ...errorNoticeLabels,
  ...changeLabels,
  "common:close",
  "common:send_again",
  "common:screens.held",
  "common:screens.refused",
  "common:screens.go_back",
  "common:screens.error_number",
] as const;
