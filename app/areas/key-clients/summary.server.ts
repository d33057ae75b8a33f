import { keyWallet } from "~server/contract/entities/key_wallets";
import type { RecordData } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import { recordsOf, summaryLoaderOf } from "~/resource/summary.server";
import type { StatProps } from "~/ui/stat";

const COLUMNS = ["key", "owner", "type", "balance", "bonus_balance", "blocked"];

/** A key client: its keys, and what is on them. */
export const keyClientSummaryLoader = summaryLoaderOf(async (context, { id }) => {
  const { page, tables } = await recordsOf(context, keyWallet, { client: String(id) }, COLUMNS);
  // Of more keys than are read here nobody knows the sum.
  const isWhole = page.items.length > 0 && page.total === page.items.length;
  return { tables, tiles: isWhole ? sumsOf(context, page.items) : [] };
});

function sumsOf({ t, format }: Context, keys: readonly RecordData[]): StatProps[] {
  const sum = (name: string) => keys.reduce((all, key) => all + Number(key[name] ?? 0), 0);
  return [
    { label: t("entities:key_wallet.many"), value: format.number(keys.length) },
    ...["balance", "bonus_balance"].map((name) => ({
      label: t(`entities:key_wallet.fields.${name}`),
      value: format.money(sum(name)),
    })),
  ];
}
