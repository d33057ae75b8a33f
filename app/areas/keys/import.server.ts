import { importWallets } from "~server/contract/calls/wallets";
import { createRequirement } from "~server/contract/entity";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { KEY_TYPES } from "~server/contract/enums";
import { IMPORT_FILE_BYTES, MOST_LINES } from "~server/contract/drafts";
import { protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { linesOfFile } from "~/resource/draft-file.server";
import { templatesOf } from "~/resource/template.server";
import { backHref } from "~/resource/list-query.server";
import { FILES } from "./files";
import { importLabels } from "./labels";
import { lookedThrough, refused } from "./many.server";

/** The form of an import of keys. */
export const importLoader = protectedLoader(createRequirement(keyWallet), ({ t, url, format }) => ({
  title: t("resource:import.title", { many: t("entities:key_wallet.many") }),
  list: { label: t("entities:key_wallet.many"), href: backHref(keyWallet, url.searchParams.get("back")) },
  hint: t("wallets:keys_hint", {
    columns: FILES.keys.map(({ heads }) => t(heads[0])).join(", "),
    types: KEY_TYPES.map((type) => t(`options:key_type.${type}`)).join(", "),
    most: format.number(MOST_LINES),
  }),
  templates: templatesOf(t, "key_wallet/keys"),
  labels: pick(t, importLabels),
}));

/** Looks new keys through; none is made before it is confirmed on the next page. */
export const importAction = protectedAction(
  createRequirement(keyWallet),
  async (context) => {
    const read = await linesOfFile(context, context.form().get("file"), FILES.keys);
    if ("error" in read) return refused(context, read.status, { errors: { file: [read.error] } });
    const bytes = new TextEncoder().encode(JSON.stringify(read));
    return lookedThrough(context, await context.api.upload(importWallets, {}, {}, bytes, {}));
  },
  { limit: 2 * IMPORT_FILE_BYTES },
);
