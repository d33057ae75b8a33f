import { createCookie } from "@remix-run/node";
import { z } from "zod";
import type { Entity } from "~server/contract/entity";
import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from "~server/contract/record";

const schema = z.object({
  limit: z.number().refine((size) => PAGE_SIZES.some((one) => one === size)).catch(DEFAULT_PAGE_SIZE),
  columns: z.record(z.string(), z.array(z.string())).catch({}),
}).catch({ limit: DEFAULT_PAGE_SIZE, columns: {} });

const cookie = createCookie("lists", { path: "/", httpOnly: true, sameSite: "lax", maxAge: 365 * 24 * 3600 });

/** What the browser remembers of lists: the page size of all, the chosen columns of each. */
export interface ListMemory { limit: number; columns: string[]; setCookie?: string }

/** Reads the memory, takes over what the address asks for and remembers it when it is new. */
export async function listMemory(request: Request, url: URL, entity: Entity): Promise<ListMemory> {
  const kept = schema.parse(await cookie.parse(request.headers.get("Cookie")));
  const limit = PAGE_SIZES.find((size) => String(size) === url.searchParams.get("limit")) ?? kept.limit;
  const wanted = url.searchParams.getAll("columns").filter((name) => entity.list.columns.includes(name));
  const columns = wanted.length ? entity.list.columns.filter((name) => wanted.includes(name)) : (kept.columns[entity.name] ?? entity.list.columns);
  const known = columns.filter((name) => entity.list.columns.includes(name));
  const isNew = limit !== kept.limit || wanted.length > 0;
  return {
    limit,
    columns: known.length ? known : entity.list.columns,
    ...(isNew ? { setCookie: await cookie.serialize({ limit, columns: { ...kept.columns, [entity.name]: known } }) } : {}),
  };
}
