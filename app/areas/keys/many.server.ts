import { data, redirect } from "@remix-run/node";
import { callsOf } from "~server/contract/calls/entities";
import { importWalletMoves, selectWalletMoves } from "~server/contract/calls/wallets";
import { listRequirement } from "~server/contract/entity";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { IMPORT_FILE_BYTES, MOST_LINES } from "~server/contract/drafts";
import { countChanged } from "~server/contract/lists";
import { parseMessage } from "~server/contract/messages";
import { plain } from "~server/contract/plain";
import { COUNT_CAP, PAGE_SIZES } from "~server/contract/record";
import { writtenSchema } from "~server/contract/schema";
import { allMoves, MANY_MOVES, type ManyMove } from "~server/contract/wallet-imports";
import { walletMove } from "~server/contract/wallet-moves";
import { type ActionContext, type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText, fieldTexts, messageText } from "~server/web/messages.server";
import type { PostResult } from "~server/web/outcome.server";
import { filterChips } from "~/resource/filters.server";
import { linesOfFile } from "~/resource/draft-file.server";
import { templatesOf } from "~/resource/template.server";
import { backHref, backQuery } from "~/resource/list-query.server";
import { FILES } from "./files";
import { manyLabels } from "./labels";
import { importPath } from "./paths";

/** Of whom a movement is: of the keys that were chosen, of all that the list shows, or of those in a file. */
export const WHICH = ["chosen", "all", "file"] as const;
type Which = (typeof WHICH)[number];

const idsIn = (values: Iterable<unknown>): string[] =>
  [...new Set([...values].map(plain).filter((one) => /^\d{1,9}$/.test(one)))].slice(0, Math.max(...PAGE_SIZES));

/** The form of a movement of many keys. */
export const manyLoader = protectedLoader(listRequirement(keyWallet), async (context) => {
  const { t, api, url } = context;
  const { query, scoped } = backQuery(keyWallet, url);
  const ids = idsIn(url.searchParams.getAll("ids"));
  const [page, chips] = await Promise.all([
    api.read(
      callsOf(keyWallet).list,
      {},
      new URLSearchParams([...query, ["limit", "1"], ["count", String(COUNT_CAP)]]),
    ),
    filterChips(context, keyWallet, scoped, {}),
  ]);
  const words = query.get("q");
  return {
    title: t("entities:key_wallet.tools.move"),
    list: { label: t("entities:key_wallet.many"), href: backHref(keyWallet, url.searchParams.get("back")) },
    ids,
    expected: page.total,
    which: WHICH.map((value) => ({
      value,
      label:
        value === "file"
          ? t("wallets:which.file")
          : t(value === "chosen" ? "resource:bulk.chosen" : "resource:bulk.all_matching", {
              count: value === "chosen" ? ids.length : page.total,
            }),
      hint:
        page.capped && value === "all"
          ? t("resource:bulk.too_many", { most: context.format.number(COUNT_CAP) })
          : hintOf(context, value, [...(words ? [words] : []), ...chips.map(({ label }) => label)]),
      disabled: value === "chosen" ? !ids.length : value === "all" && (page.capped || page.total === 0),
    })),
    usual: ids.length ? "chosen" : "file",
    moves: MANY_MOVES.map((value) => ({ value, label: t(`wallets:enter.${value}`) })),
    templates: templatesOf(t, "key_wallet/moves"),
    labels: pick(t, manyLabels),
  };
});

function hintOf({ t, format }: Context, which: Which, filters: readonly string[]): string | undefined {
  if (which === "chosen") return undefined;
  if (which === "all") return filters.join(" · ") || t("resource:bulk.no_filters");
  return t("wallets:file_hint", {
    columns: FILES.moves.map(({ heads }) => t(heads[0])).join(", "),
    most: format.number(MOST_LINES),
  });
}

/** What was typed, and what is wrong with it. */
export interface Refusal {
  typed: Record<string, string>;
  errors: Record<string, string[]>;
  error?: string;
}

/** Looks a movement of many keys through; nothing moves before it is confirmed on the next page. */
export const manyAction = protectedAction(
  listRequirement(keyWallet),
  async (context) => {
    const said = (name: string) => plain(context.form().get(name));
    const which = WHICH.find((one) => one === said("which")) ?? "chosen";
    const move = MANY_MOVES.find((one) => one === said("move")) ?? "manual_deposit";
    const parsed = writtenSchema(which === "file" ? allMoves : walletMove, "form", "create").safeParse({
      amount: said("amount"),
      reason: said("reason"),
    });
    if (!parsed.success) {
      const errors: Refusal["errors"] = {};
      for (const { path, message } of parsed.error.issues)
        errors[String(path[0])] = [messageText(context.t, parseMessage(message))];
      return refused(context, 422, { errors });
    }
    const all = Object.fromEntries(
      Object.entries(parsed.data).flatMap(([name, value]) => (value === null ? [] : [[name, plain(value)]])),
    );
    return which === "file" ? fromFile(context, move, all) : fromList(context, which, move, all);
  },
  { limit: 2 * IMPORT_FILE_BYTES },
);

async function fromFile(context: ActionContext, move: ManyMove, all: Record<string, string>) {
  const read = await linesOfFile(context, context.form().get("file"), FILES.moves);
  if ("error" in read) return refused(context, read.status, { errors: { file: [read.error] } });
  const bytes = new TextEncoder().encode(JSON.stringify(read));
  return lookedThrough(context, await context.api.upload(importWalletMoves, {}, { move, ...all }, bytes, {}));
}

async function fromList(context: ActionContext, which: Which, move: ManyMove, all: Record<string, string>) {
  const { form, url, api, t } = context;
  const ids = idsIn(form().getAll("ids"));
  if (which === "chosen" && !ids.length) return refused(context, 400, { error: t("resource:bulk.nothing_chosen") });
  const body = new URLSearchParams({ move, ...all });
  if (which === "all") {
    body.set("filter", backQuery(keyWallet, url).query.toString());
    body.set("expected", plain(form().get("expected")));
  }
  if (which === "chosen") for (const id of ids) body.append("ids", id);
  return lookedThrough(context, await api.change(selectWalletMoves, {}, body));
}

/** On to what would be done, or the form again with what is wrong. */
export async function lookedThrough(context: ActionContext, outcome: PostResult<{ id: number }>) {
  if (outcome.ok) throw redirect(importPath(outcome.data.id));
  const errors = fieldTexts(context.t, outcome.fields);
  const matching = countChanged.safeParse(outcome.data).data?.matching;
  const error =
    matching === undefined
      ? errorText(context.t, outcome.error)
      : context.t("resource:bulk.count_changed", { count: matching });
  return refused(context, outcome.status, { errors, error: Object.keys(errors).length ? undefined : error });
}

export function refused({ form }: ActionContext, status: number, { errors = {}, error }: Partial<Refusal>) {
  const typed = Object.fromEntries(
    [...form()].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
  return data<Refusal>({ typed, errors, error }, { status });
}
