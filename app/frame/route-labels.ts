import { bellLabels } from "./bell";
import { footerLabels } from "./footer";
import { menuLabels } from "./menu-view";

/** Words of the frame that the root loader does not already bring. */
export const frameLabels = [
  ...bellLabels,
  ...menuLabels,
  ...footerLabels,
  "frame:skip_to_content",
  "frame:loading",
] as const;
