import { keyClientBalances } from "~server/contract/calls/key-clients";
import { keyWallet } from "~server/contract/entities/key_wallets";
import type { Context } from "~server/web/guard.server";
import { recordsOf, summaryLoaderOf } from "~/resource/summary.server";
import type { StatProps } from "~/ui/stat";

const COLUMNS = ["key", "owner", "type", "balance", "bonus_balance", "blocked"];

/** A key client: its keys, and what is on them. */
export const keyClientSummaryLoader = summaryLoaderOf(async (context, { id }) => {
  const [tables, tiles] = await Promise.all([
    recordsOf(context, keyWallet, { client: String(id) }, COLUMNS),
    tilesOf(context, id),
  ]);
  return { tables, tiles };
});

/** Of a client without keys there is nothing to tell. */
async function tilesOf({ api, t, format }: Context, id: number): Promise<StatProps[]> {
  const { keys, ...sums } = await api.read(keyClientBalances, { id });
  if (!keys) return [];
  return [
    { label: t("entities:key_wallet.many"), value: format.number(keys) },
    ...(["balance", "bonus_balance"] as const).map((name) => ({
      label: t(`entities:key_wallet.fields.${name}`),
      value: format.money(sums[name]),
    })),
  ];
}
