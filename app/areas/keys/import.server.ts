import { importWallets } from "~server/contract/calls/wallets";
import { createRequirement } from "~server/contract/entity";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { KEY_TYPES } from "~server/contract/enums";
import { IMPORT_FILE_BYTES, MOST_LINES } from "~server/contract/drafts";
import { protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { type ImportColumn, linesOfFile } from "~/resource/draft-file.server";
import { backHref } from "~/resource/list-query.server";
import { importLabels } from "./labels";
import { lookedThrough, refused } from "./many.server";

const COLUMNS: readonly ImportColumn[] = [
  { field: "key", heads: ["entities:key_wallet.fields.key"], required: true },
  { field: "owner", heads: ["entities:key_wallet.fields.owner"] },
  {
    field: "type",
    heads: ["entities:key_wallet.fields.type"],
    choices: Object.fromEntries(KEY_TYPES.map((type) => [type, `options:key_type.${type}`])),
    required: true,
  },
  { field: "client", heads: ["entities:key_wallet.fields.client"] },
  {
    field: "original_balance",
    heads: ["entities:key_wallet.fields.original_balance", "entities:key_wallet.fields.balance"],
  },
  {
    field: "original_bonus",
    heads: ["entities:key_wallet.fields.original_bonus", "entities:key_wallet.fields.bonus_balance"],
  },
];

/** The form of an import of keys. */
export const importLoader = protectedLoader(createRequirement(keyWallet), ({ t, url, format }) => ({
  title: t("resource:import.title", { many: t("entities:key_wallet.many") }),
  list: { label: t("entities:key_wallet.many"), href: backHref(keyWallet, url.searchParams.get("back")) },
  hint: t("wallets:keys_hint", {
    columns: COLUMNS.map(({ heads }) => t(heads[0])).join(", "),
    types: KEY_TYPES.map((type) => t(`options:key_type.${type}`)).join(", "),
    most: format.number(MOST_LINES),
  }),
  labels: pick(t, importLabels),
}));

/** Looks new keys through; none is made before it is confirmed on the next page. */
export const importAction = protectedAction(
  createRequirement(keyWallet),
  async (context) => {
    const read = await linesOfFile(context, context.form().get("file"), COLUMNS);
    if ("error" in read) return refused(context, read.status, { errors: { file: [read.error] } });
    const bytes = new TextEncoder().encode(JSON.stringify(read));
    return lookedThrough(context, await context.api.upload(importWallets, {}, {}, bytes, {}));
  },
  { limit: 2 * IMPORT_FILE_BYTES },
);
