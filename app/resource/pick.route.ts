import { ENTITIES } from "~server/contract/entities";
import { protectedLoader } from "~server/web/guard.server";
import { notFound } from "~server/web/screens.server";
import { choicesOf } from "./choices.server";

/** `GET /pick/{entity}?q=`: choices for a picker while its words are typed. The API decides who may see them. */
export const loader = protectedLoader("login", async ({ api, params, url }) => {
  const entity = ENTITIES.find((one) => one.name === params.entity);
  if (!entity) throw notFound();
  const { options } = await choicesOf(api, entity.name, [], url.searchParams.get("q") ?? "");
  return { to: entity.name, options };
}, { resource: true });
