import { readLink, unsubscribe } from "~server/contract/calls/subscriptions";
import type { Change } from "~server/contract/call";
import type { linkBody, linkedSchema } from "~server/contract/subscriptions";
import type { z } from "zod";
import { type PublicContext, publicAction, publicLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { screenResponse } from "~server/web/screens.server";
import { unsubscribeLabels } from "./labels";
import { reportTitle, whenText } from "./words.server";

/** Loader of the page that a mail's link leads to: it asks, and changes nothing; programs that look for viruses open links, too. */
export const unsubscribeLoader = publicLoader(async (context) => ({
  what: await whatOf(context, readLink),
  labels: pick(context.t, unsubscribeLabels),
}));

/** Unsubscribes by the link, whoever has it: the button of the page, or of a mail program (RFC 8058). */
export const unsubscribeAction = publicAction(async (context) => ({ what: await whatOf(context, unsubscribe) }), {
  byAddress: true,
});

type LinkCall = Change<string, z.infer<typeof linkBody>, z.infer<typeof linkedSchema>>;

/** "Sales, every day at 08:00"; null where there is no such subscription. */
async function whatOf(context: PublicContext, call: LinkCall): Promise<string | null> {
  const answer = await context.api.change(call, {}, { token: context.params.token ?? "" });
  if (!answer.ok && answer.status === 429) throw screenResponse(429, { screen: "refused", text: answer.error });
  const subscription = answer.ok ? answer.data.subscription : null;
  return subscription && `${reportTitle(context, subscription.report)} · ${whenText(context, subscription)}`;
}
