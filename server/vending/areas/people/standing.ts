import { sql } from "drizzle-orm";
import { z } from "zod";
import { accessSchema, seesMore, type Viewer } from "../../access";
import { type Db, only } from "../../database/query";
import { forbidden, invalid } from "../../fault";
import { accessOf, holderById, limitsOf } from "../session/viewers";

/** What somebody may do and see, without who they are: a person, or whoever is in a group and has no limits besides. */
type Standing = Pick<Viewer, "is_root" | "is_can_all" | "permissions" | "sport_life" | "access" | "franchises">;
type Excess = "permissions" | "sport_life" | "franchise" | "access_mode";

/** By what `other` stands above the viewer: who gave, kept or took over such a standing would see and do more than is theirs. */
async function excessOf(db: Db, viewer: Viewer, other: Standing): Promise<Excess | undefined> {
  if (viewer.is_root) return undefined;
  if (
    other.is_root ||
    (!viewer.is_can_all && (other.is_can_all || other.permissions.some((code) => !viewer.permissions.includes(code))))
  )
    return "permissions";
  if (other.sport_life && !viewer.sport_life && !viewer.is_can_all) return "sport_life";
  if (viewer.franchises && !other.franchises?.every((id) => viewer.franchises?.includes(id))) return "franchise";
  const { more } = await only(
    db,
    z.object({ more: z.boolean() }),
    sql`select ${seesMore(viewer.access, other.access)} as more`,
  );
  return more ? "access_mode" : undefined;
}

const groupRow = z.object({ permissions: z.array(z.string()), access: accessSchema });

/** What a group gives; only whoever is in it is a franchise's. */
export async function groupStanding(db: Db, viewer: Viewer, id: number): Promise<Standing> {
  const { permissions, access } = await only(
    db,
    groupRow,
    sql`select g.permissions, ${accessOf("g")} as access from user_groups g where g.id = ${id}`,
  );
  return {
    is_root: false,
    is_can_all: false,
    sport_life: false,
    permissions,
    access: limitsOf([access]),
    franchises: viewer.franchises,
  };
}

/** A person above the viewer is not the viewer's to change: a new password would hand it all over. */
export async function checkPerson(tx: Db, viewer: Viewer, id: number): Promise<void> {
  const held = await holderById(tx, id);
  if (held && (await excessOf(tx, viewer, held))) throw forbidden();
}

/** A group above the viewer is not the viewer's to change. */
export async function checkGroup(tx: Db, viewer: Viewer, id: number): Promise<void> {
  if (await excessOf(tx, viewer, await groupStanding(tx, viewer, id))) throw forbidden();
}

/** Nobody gives a person more than they hold: neither permissions nor a wider view. */
export async function checkPersonGrant(tx: Db, viewer: Viewer, id: number): Promise<void> {
  const held = await holderById(tx, id);
  if (held) refuse(await excessOf(tx, viewer, held), "user_group");
}

/** Nobody gives a group more than they hold. */
export async function checkGroupGrant(tx: Db, viewer: Viewer, id: number): Promise<void> {
  refuse(await excessOf(tx, viewer, await groupStanding(tx, viewer, id)), "permissions");
}

const MESSAGES: Record<Excess, string> = {
  permissions: "grant_exceeds",
  sport_life: "grant_exceeds",
  franchise: "outside_franchise",
  access_mode: "view_exceeds",
};

/** Says an excess beside the field that decides it; `rights` is where permissions come from. */
function refuse(excess: Excess | undefined, rights: "user_group" | "permissions"): void {
  if (excess) throw invalid({ [excess === "permissions" ? rights : excess]: [{ key: MESSAGES[excess] }] });
}
