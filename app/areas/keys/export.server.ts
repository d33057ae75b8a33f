import { callsOf } from "~server/contract/calls/entities";
import { walletMovesExport } from "~server/contract/calls/wallets";
import { fieldOf, listRequirement } from "~server/contract/entity";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { keyMoves, type WalletMove } from "~server/contract/wallet-moves";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { type Exported, exported } from "~/resource/exported.server";
import { apiFilters, askedWords } from "~/resource/filters.server";
import { columnsAsked, fileAnswer, fileAsked, fileColumns, formatAsked } from "~/resource/table-file.server";

/** `GET /export/key_wallet/{id}?format=csv|xlsx&<the filters of its screen>`: movements of a wallet, written as they are read. */
export const exportMovesLoader = protectedLoader(
  listRequirement(keyWallet),
  async (context) => {
    const { api, params, t, url } = context;
    const format = formatAsked(context);
    const columns = columnsAsked(context, keyMoves);
    const record = await api.read(callsOf(keyWallet).read, { id: params.id });
    // The first page is read before the answer begins, so that a refusal is still an answer.
    const pages = pagesOf(context);
    const first = await pages.next();
    const title = `${t("entities:key_move.many")} ${record.title}`;
    const table = {
      name: keyMoves.name,
      title,
      columns: fileColumns(context, keyMoves, columns),
      asked: fileAsked(context, title, await askedWords(context, keyMoves, url)),
    };
    return fileAnswer(context, table, format, linesOf(context, columns, first, pages));
  },
  { resource: true },
);

type Pages = AsyncGenerator<WalletMove[], void>;

async function* pagesOf({ api, params, url }: Context): Pages {
  const { query } = apiFilters(keyMoves, url);
  for (let before: number | null | undefined; before !== null; ) {
    api.takesLong();
    if (before !== undefined) query.set("before", String(before));
    const page = await api.read(walletMovesExport, { id: params.id }, query);
    yield page.items;
    before = page.next;
  }
}

async function* linesOf(
  context: Context,
  columns: readonly string[],
  first: IteratorResult<WalletMove[], void>,
  pages: Pages,
): AsyncGenerator<Exported[], void> {
  for (let page = first; !page.done; page = await pages.next())
    for (const move of page.value)
      yield columns.map((name) => exported(context, fieldOf(keyMoves, name), Reflect.get(move, name)));
}
