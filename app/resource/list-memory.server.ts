import { createCookie } from "@remix-run/node";
import { z } from "zod";
import { columnsFor, type Listed } from "~server/contract/listed";
import type { Context } from "~server/web/guard.server";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "~server/contract/record";

const schema = z
  .object({
    limit: z
      .number()
      .refine((size) => PAGE_SIZES.some((one) => one === size))
      .optional()
      .catch(undefined),
    columns: z.record(z.string(), z.array(z.string())).catch({}),
  })
  .catch({ columns: {} });

const cookie = createCookie("lists", { path: "/", httpOnly: true, sameSite: "lax", maxAge: 365 * 24 * 3600 });

/** What the browser remembers of lists: the page size of all, the chosen columns of each. */
export interface ListMemory {
  limit: number;
  columns: string[];
  setCookie?: string;
}

/** The size that the settings name for browsers that remember none. */
const usual = (size: number | undefined) => PAGE_SIZES.find((one) => one === size) ?? DEFAULT_PAGE_SIZE;

/** Reads the memory, takes over what the address asks for and remembers it when it is new. */
export async function listMemory(
  { request, url, me }: Pick<Context, "request" | "url" | "me">,
  entity: Listed,
): Promise<ListMemory> {
  const kept = schema.parse(await cookie.parse(request.headers.get("Cookie")));
  const asked = PAGE_SIZES.find((size) => String(size) === url.searchParams.get("limit"));
  const offered = columnsFor(entity, me);
  const wanted = url.searchParams.getAll("columns").filter((name) => offered.includes(name));
  const usualColumns = entity.list.usual ?? offered;
  const columns = wanted.length
    ? offered.filter((name) => wanted.includes(name))
    : (kept.columns[entity.name] ?? usualColumns);
  const known = columns.filter((name) => offered.includes(name));
  const limit = asked ?? kept.limit;
  const isNew = limit !== kept.limit || wanted.length > 0;
  return {
    limit: limit ?? usual(me.page_size),
    columns: known.length ? known : usualColumns,
    ...(isNew
      ? { setCookie: await cookie.serialize({ limit, columns: { ...kept.columns, [entity.name]: known } }) }
      : {}),
  };
}
