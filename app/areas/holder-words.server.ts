import type { CardHolder } from "~server/contract/card-holders";
import type { Context } from "~server/web/guard.server";
import { refHref } from "~/resource/show.server";

/** Whose card it was by name, and where the record of it is viewed; as much of it as the person may see. */
export function holderWords(
  context: Pick<Context, "me">,
  holder: CardHolder | null,
): { names: string[]; href: string | undefined } {
  const { wallet, owner, client, code, employee } = holder ?? {};
  const names = [owner ?? wallet?.label, client?.label, code?.label, employee?.label].filter(
    (one) => one !== undefined,
  );
  const [to, ref] = wallet ? ["key_wallet", wallet] : code ? ["qr_code", code] : ["sport_life_key", employee];
  return { names, href: ref ? refHref(context, to, ref.id) : undefined };
}
