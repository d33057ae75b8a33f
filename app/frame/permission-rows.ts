import { ENTITIES, entityNamed } from "~server/contract/entities";
import {
  actionRequirement,
  actionsOf,
  changeRequirement,
  createRequirement,
  type Entity,
  type EntityAction,
  listRequirement,
} from "~server/contract/entity";
import { type Permission, PERMISSIONS, type Requirement } from "~server/contract/permissions";
import { textOf } from "./menu";
import { MENU_TABLE, type MenuEntry, type MenuGroup, type MenuTable } from "./menu-table";

/** What permissions are about, in the order of the columns that tell it. */
export const POWERS = ["see", "create", "change"] as const;
type Power = (typeof POWERS)[number];

/** A line of the table of permissions: screens of the menu that the same codes decide about. */
export interface PermissionRow {
  /** The key of the text of the smallest group of the menu that has all of its screens. */
  group: string | undefined;
  /** Codes that stand in this line and in no other; the first one names it. */
  codes: Permission[];
  /** The code that decides about each; it may stand in another line. */
  powers: Partial<Record<Power, Permission>>;
  /** Its screens: the key of each one's text, and what it needs. */
  screens: { text: string; needs: Requirement }[];
  /** What else is done with its records, and the code that decides about it. */
  actions: { entity: Entity; action: EntityAction; code: Permission }[];
  /** Codes of it that open nothing without another one. */
  idle: { code: Permission; without: Permission }[];
}

/** Something that the menu leads to: a screen, or the records of an entity. */
interface Subject {
  text: string;
  groups: readonly string[];
  needs: Requirement;
  entity?: Entity | undefined;
}

/**
 * All permission codes as lines in the order of the menu, each code in one of them; those that no entry of the menu
 * needs come last.
 */
export function permissionRows(table: MenuTable = MENU_TABLE): PermissionRow[] {
  const found: { row: PermissionRow; subjects: Subject[] }[] = [];
  for (const subject of subjectsIn(table)) {
    const own = lastOf(subject.needs);
    if (own === undefined) continue;
    const further = subject.entity?.furtherPermission;
    const known = found.find(({ row }) => row.codes.includes(further ?? own));
    if (known) {
      known.subjects.push(subject);
      continue;
    }
    const isSeen = found.some(({ row }) => row.codes.includes(own));
    const codes = [...(isSeen ? [] : [own]), ...(further ? [further] : [])];
    found.push({ row: { ...EMPTY, codes }, subjects: [subject] });
  }
  const rows = found.map(({ row, subjects }) => rowOf(row.codes, subjects));
  const others = PERMISSIONS.filter((code) => !rows.some(({ codes }) => codes.includes(code)));
  return [...rows, ...others.map((code) => ({ ...EMPTY, group: OTHERS, codes: [code], powers: { see: code } }))];
}

const OTHERS = "access:others";
const EMPTY: PermissionRow = { group: undefined, codes: [], powers: {}, screens: [], actions: [], idle: [] };

/** Entries with the groups around them, the outermost first; after the records of an entity those that are reached from it. */
function subjectsIn(table: MenuTable, groups: readonly string[] = []): Subject[] {
  return table.flatMap((node: MenuEntry | MenuGroup): Subject[] => {
    if ("children" in node) return subjectsIn(node.children, [...groups, textOf(node)]);
    const entity = ENTITIES.find(({ paths }) => paths.list === node.path);
    return [
      { text: textOf(node), groups, needs: node.needs, entity },
      ...(entity?.related ?? []).map(entityNamed).map((one) => ({
        text: `entities:${one.name}.many`,
        groups,
        needs: listRequirement(one),
        entity: one,
      })),
    ];
  });
}

const codesOf = (needs: Requirement): Permission[] =>
  PERMISSIONS.filter((code) => needs !== "login" && needs.includes(code)).toSorted(
    (one, other) => needs.indexOf(one) - needs.indexOf(other),
  );
/** A further code comes after the one that it is held on top of. */
const lastOf = (needs: Requirement): Permission | undefined => codesOf(needs).at(-1);

function rowOf(codes: Permission[], subjects: readonly Subject[]): PermissionRow {
  const powers: PermissionRow["powers"] = {};
  const actions: PermissionRow["actions"] = [];
  for (const { needs, entity } of subjects) {
    powers.see ??= lastOf(needs);
    if (!entity) continue;
    if (!entity.singleton) powers.create ??= lastOf(createRequirement(entity));
    powers.change ??= lastOf(changeRequirement(entity));
    for (const action of entity.singleton ? (entity.actions ?? []) : actionsOf(entity)) {
      const code = lastOf(actionRequirement(entity, action));
      if (code) actions.push({ entity, action, code });
    }
  }
  return {
    group: groupOf(subjects),
    codes,
    powers,
    screens: subjects.map(({ text, needs }) => ({ text, needs })),
    actions,
    idle: codes.flatMap((code) => {
      const without = neededBesides(code, subjects);
      return without ? [{ code, without }] : [];
    }),
  };
}

/** The last group that all of them stand in. */
function groupOf(subjects: readonly Subject[]): string | undefined {
  const [first, ...others] = subjects.map(({ groups }) => groups);
  return first?.filter((group, depth) => others.every((groups) => groups[depth] === group)).at(-1);
}

/** The code without which this one opens nothing at all. */
function neededBesides(code: Permission, subjects: readonly Subject[]): Permission | undefined {
  const besides = subjects
    .filter(({ needs, entity }) => needs.includes(code) || entity?.furtherPermission === code)
    .map(({ needs }) => codesOf(needs).filter((one) => one !== code));
  return besides[0]?.find((one) => besides.every((codes) => codes.includes(one)));
}
