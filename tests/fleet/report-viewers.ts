import { sql } from "drizzle-orm";
import { run } from "~server/vending/database/query";
import type { Person } from "../api/app";
import type { Life } from "./report-life";
import type { Limits } from "./report-sight";

export interface Viewer {
  who: string;
  person: Person;
  limits: Limits;
}

/** People of every kind of limit; the third and the fourth part the network between them. */
export async function viewersOf(life: Life, permissions = ["REPORT"]): Promise<Viewer[]> {
  const some = (kind: string, count: number) => life.of(kind).slice(0, count);
  const selected = { projects: some("project", 1), locations: some("location", 2), devices: some("device", 1) };
  const nothing = { projects: [], locations: [], devices: [] };
  const limited = async (mode: string, over = selected): Promise<Viewer> => ({
    who: mode,
    person: await life.api.person({ permissions, mode, ...over }),
    limits: { franchises: null, access: [{ mode, ...over }] },
  });
  const [top = 0, below = 0] = life.of("franchise");
  const [partner, both] = [
    await limited("UNRESTRICTED"),
    await limited("CLOSE_SELECTED", { ...nothing, devices: selected.devices }),
  ];
  await run(life.api.pool, sql`update users set franchise_id = ${top} where id = ${partner.person.id}`);
  await run(
    life.api.pool,
    sql`update user_groups set access_mode = 'OPEN_ALL_PROJECTS' where id = ${both.person.group}`,
  );
  return [
    { who: "everything", person: life.root, limits: { franchises: null, access: [] } },
    await limited("OPEN_ALL_PROJECTS", nothing),
    await limited("OPEN_SELECTED"),
    await limited("CLOSE_SELECTED"),
    { who: "a franchise", person: partner.person, limits: { franchises: [top, below], access: [] } },
    {
      who: "limited twice",
      person: both.person,
      limits: { franchises: null, access: [...both.limits.access, { mode: "OPEN_ALL_PROJECTS", ...nothing }] },
    },
  ];
}
