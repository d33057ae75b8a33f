import { readers } from "~server/contract/calls/help-desk";
import { plain } from "~server/contract/plain";
import { publicAction } from "~server/web/guard.server";

/**
 * `POST /help_desk/readers/{id}`: a page in which the ticket is open says so, or with `left` that it was
 * left. Answers when that was heard. The API decides who may; nobody is sent anywhere else, for the page does this by itself.
 */
export const action = publicAction(async ({ api, params, form }) => {
  const left = plain(form().get("left"));
  const outcome = await api.change(readers, { id: params.id }, left ? { left } : {}).catch(none);
  return outcome?.ok ? new Response(outcome.data.seen_at) : new Response(null, { status: 204 });
});

function none(refusal: unknown): undefined {
  if (!(refusal instanceof Response)) throw refusal;
}
