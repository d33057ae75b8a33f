import { filterLabels } from "~/resource/list-labels";

export const walletLabels = [...filterLabels, "resource:export.title", "resource:clear", "wallets:moves"] as const;
