import { createRequirement, listRequirement } from "~server/contract/entity";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { fileAnswer, formatAsked } from "~/resource/table-file.server";
import { noLines } from "~/resource/template.server";
import { FILES, type KeysFile } from "./files";

const fileAt = ({ params: { file = "" } }: Pick<Context, "params">): KeysFile => {
  if (file !== "keys" && file !== "moves") throw notFound();
  return file;
};

/** `GET /export/template/key_wallet/{keys|moves}?format=csv|xlsx`: a file with the columns that are read and no lines. */
export const keysTemplateLoader = protectedLoader(
  (at) => (fileAt(at) === "keys" ? createRequirement(keyWallet) : listRequirement(keyWallet)),
  async (context) => {
    const { t } = context;
    const file = fileAt(context);
    const columns = FILES[file].map(({ heads, choices, required }) => ({
      header: t(heads[0]),
      takes: [
        ...(required ? [t("resource:import.required")] : []),
        Object.values(choices ?? {})
          .map((key) => t(key))
          .join(" / "),
      ],
    }));
    return fileAnswer(
      context,
      {
        name: `key_wallet-${file}-template`,
        title: t("entities:key_wallet.many"),
        columns: columns.map(({ header }) => ({ header, width: 20, format: undefined })),
        asked: {
          title: t("resource:import.takes"),
          lines: columns.map(({ header, takes }) => [header, takes.filter(Boolean).join("; ")] as const),
        },
      },
      formatAsked(context),
      noLines(),
    );
  },
  { resource: true },
);
