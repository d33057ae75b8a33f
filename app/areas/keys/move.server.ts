import { randomUUID } from "node:crypto";
import { enterWalletMove, walletState } from "~server/contract/calls/wallets";
import { listRequirement } from "~server/contract/entity";
import { keyWallet } from "~server/contract/entities/key_wallets";
import { plain } from "~server/contract/plain";
import { idempotencyKey } from "~server/contract/stock";
import {
  isCorrection,
  MANUAL_MOVES,
  type ManualMove,
  walletCorrection,
  walletMove,
} from "~server/contract/wallet-moves";
import { type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { redirectWithToast } from "~server/web/toast.server";
import { formModel } from "~/resource/form-drawn.server";
import { saveForm } from "~/resource/form.server";
import { walletPath } from "./paths";

function typeAt({ params }: Pick<Context, "params">): ManualMove {
  const type = MANUAL_MOVES.find((one) => one === params.type);
  if (!type) throw notFound();
  return type;
}
const formOf = (type: ManualMove) => (isCorrection(type) ? walletCorrection : walletMove);

/** The form of a movement that staff enter; it carries the key by which the same form sent twice moves once. */
export const moveLoader = protectedLoader(listRequirement(keyWallet), async (context) => {
  const { api, params, t, format } = context;
  const type = typeAt(context);
  const { balance, bonus_balance, held } = await api.read(walletState, { id: params.id });
  const [has, holds] = isCorrection(type) ? [bonus_balance, held.bonus] : [balance, held.main];
  return {
    title: t(`wallets:enter.${type}`),
    hint: t(`wallets:hint.${type}`, { free: format.money(Math.max(0, has - holds)) }),
    along: { key: randomUUID() },
    model: await formModel(context, formOf(type), undefined, {}, {}),
  };
});

export const moveAction = protectedAction(listRequirement(keyWallet), (context) => {
  const type = typeAt(context);
  const key = idempotencyKey.catch(() => randomUUID()).parse(plain(context.form().get("key")));
  return saveForm(context, formOf(type), {
    purpose: "create",
    call: enterWalletMove,
    ids: { id: context.params.id },
    along: { type, key },
    done: () => redirectWithToast(walletPath(context.params.id), { tone: "ok", key: "wallets:entered_move" }),
  });
});
