import { ENTITIES } from "~server/contract/entities";
import { publicLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { choicesOf } from "./choices.server";

/**
 * `GET /pick/{entity}?q=`: choices for a picker while its words are typed, among those of the list's filters. The API decides who may see them; whoever may
 * not, or no longer, gets none: a redirect here would tear the page away from under a half-filled form.
 */
export const loader = publicLoader(async ({ api, t, params, url }) => {
  const entity = ENTITIES.find((one) => one.name === params.entity);
  if (!entity) throw notFound();
  const { q = "", ...among } = Object.fromEntries(url.searchParams);
  const found = await choicesOf({ api, t }, entity.name, [], q, among).catch(none);
  return Response.json({ options: found.options });
});

function none(refusal: unknown): { options: [] } {
  if (refusal instanceof Response) return { options: [] };
  throw refusal;
}
