import { data } from "@remix-run/node";
import { confirmWalletImport, walletImport } from "~server/contract/calls/wallets";
import { listRequirement } from "~server/contract/entity";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { type ImportState, MOST_TEXTS } from "~server/contract/drafts";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText, messageText } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { confirmLabels } from "./labels";

/** What would be done with many keys, line by line where something is wrong. */
export const confirmLoader = protectedLoader(listRequirement(keyWallet), async (context) => {
  const { api, params, t, format } = context;
  api.takesLong();
  const state = await api.read(walletImport, { id: params.id });
  const { kind, count, faulty, faults, done_at } = state;
  return {
    title: t(`wallets:confirm.${kind}`),
    list: { label: t("entities:key_wallet.many"), href: keyWallet.paths.list },
    facts: [
      ...textsOf(context, state),
      { label: t("wallets:lines"), value: format.number(count) },
      ...Object.entries(state.sums).map(([name, sum]) => ({
        label: t(`wallets:sum.${name}`),
        value: format.money(sum),
      })),
    ],
    done: done_at === null ? undefined : t("wallets:done_at", { at: format.dateTime(done_at) }),
    faulty: faulty ? t("wallets:faulty", { count: faulty }) : undefined,
    columns: [
      { key: "line", label: t("resource:import.line"), align: "end" as const },
      { key: "key", label: t("entities:key_wallet.fields.key"), brief: true },
      { key: "problem", label: t("resource:import.reason"), brief: true },
    ],
    rows: faults.map((fault, nth) => ({
      id: String(nth),
      cells: [
        { text: format.number(fault.line) },
        { text: fault.title || "—" },
        { text: problemOf(context, state, fault) },
      ],
    })),
    further: faulty > faults.length ? t("resource:bulk.and_more", { count: faulty - faults.length }) : undefined,
    confirm: faulty === 0 && done_at === null ? t("wallets:confirm_all", { count }) : undefined,
    labels: pick(t, confirmLabels),
  };
});

/** What is done, and why: of lines with reasons of their own the first of them. */
const textsOf = ({ t }: Context, { texts: { move = [], reason = [] } }: ImportState) => [
  ...move.map((one) => ({ label: t("wallets:move"), value: t(`options:key_move.${one}`) })),
  ...(reason.length
    ? [
        {
          label: t("entities:wallet_move.fields.reason"),
          value: [...reason.slice(0, MOST_TEXTS - 1), ...(reason.length === MOST_TEXTS ? ["…"] : [])].join("; "),
        },
      ]
    : []),
];

/** "Amount: only 5.00 is available". */
function problemOf(
  { t }: Context,
  { kind }: ImportState,
  { field, key, count }: ImportState["faults"][number],
): string {
  const text = messageText(t, { key, ...(count === undefined ? {} : { count }) });
  if (!field) return text;
  const ofMove = kind === "wallet_moves" && field !== "key";
  return `${t(`entities:${ofMove ? "wallet_move" : "key_wallet"}.fields.${field}`)}: ${text}`;
}

/** Does it: all or nothing, and once. */
export const confirmAction = protectedAction(listRequirement(keyWallet), async ({ api, params, t }) => {
  api.takesLong();
  const outcome = await api.change(confirmWalletImport, { id: params.id }, {});
  if (!outcome.ok) return data({ error: errorText(t, outcome.error) }, { status: outcome.status });
  throw await redirectWithToast(keyWallet.paths.list, {
    tone: "ok",
    text: t(`wallets:done.${outcome.data.kind}`, { count: outcome.data.count }),
  });
});
