import { filterLabels } from "~/resource/list-labels";

export const walletLabels = [...filterLabels, "resource:export.title", "resource:clear", "wallets:moves"] as const;

export const manyLabels = [
  "resource:breadcrumbs",
  "resource:bulk.which",
  "resource:cancel",
  "entities:wallet_move.fields.amount",
  "entities:wallet_move.fields.reason",
  "resource:import.file",
  "wallets:move",
  "wallets:look",
] as const;

export const importLabels = [
  "resource:breadcrumbs",
  "resource:cancel",
  "resource:import.file",
  "resource:import.try",
] as const;

export const confirmLabels = [
  "resource:breadcrumbs",
  "resource:cancel",
  "resource:bulk.to_list",
  "wallets:faults",
  "wallets:faulty_hint",
] as const;
