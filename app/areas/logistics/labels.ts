import { filterLabels } from "~/resource/list-labels";

export const stockListLabels = [...filterLabels, "resource:export.title", "stock:lists"] as const;
