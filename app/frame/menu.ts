import { ICON_PATHS, type IconName } from "~/ui/icon-paths";
import type { Requirement } from "~server/contract/permissions";
import type { MenuEntry, MenuGroup, MenuTable } from "./menu-table";

/** What one person may see. */
export interface MenuAccess {
  allowed: (needs: Requirement) => boolean;
  /** True when the product answers this path. */
  built: (path: string) => boolean;
}

/**
 * The part of the menu a person sees (specification, section 2, "Menu rule"): entries they may open;
 * groups without visible entries disappear, groups with exactly one become that entry unless `required`.
 */
export function visibleMenu(table: MenuTable, access: MenuAccess): MenuTable {
  return table.flatMap((node) => ("children" in node ? visibleGroup(node, access) : visibleEntry(node, access)));
}

function visibleEntry(entry: MenuEntry, { allowed, built }: MenuAccess): MenuEntry[] {
  return allowed(entry.needs) && built(entry.path) ? [entry] : [];
}

function visibleGroup(group: MenuGroup, access: MenuAccess): (MenuEntry | MenuGroup)[] {
  const children = visibleMenu(group.children, access);
  const [first] = children;
  if (!first) return [];
  // The entry takes the group's place, so it takes its icon as well if it has none.
  if (children.length === 1 && !group.required) return [{ ...first, icon: first.icon ?? group.icon }];
  return [{ ...group, children }];
}

/** A node of the menu as the browser gets it. Groups have `children`, entries `path`. */
export interface MenuItem {
  label: string;
  icon?: IconName;
  path?: string;
  owns?: readonly string[];
  children?: MenuItem[];
}

/** Gives the nodes their labels. What a node has not is left out: every page carries the menu. */
export function labelMenu(table: MenuTable, t: (key: string) => string): MenuItem[] {
  return table.map((node) => {
    const label = t(textOf(node));
    const icon = node.icon && { icon: node.icon };
    if ("children" in node) return { label, ...icon, children: labelMenu(node.children, t) };
    return { label, ...icon, path: node.path, ...(node.owns && { owns: node.owns }) };
  });
}

/**
 * The menu as one text, a line for each node: every page carries it twice, drawn and for the scripts. In a line: how deep
 * it stands and its icon, its label, the path, the beginnings of other paths.
 */
export const packMenu = (items: readonly MenuItem[], depth = 0): string =>
  items
    .map(
      ({ label, icon = "", path = "", owns = [], children = [] }) =>
        `${depth}${icon}\t${label}\t${path}\t${owns.join(" ")}\n${packMenu(children, depth + 1)}`,
    )
    .join("");

/** The other way of {@link packMenu}. */
export function unpackMenu(packed: string): MenuItem[] {
  const levels: MenuItem[][] = [[]];
  for (const line of packed.split("\n").slice(0, -1)) {
    const [where = "", label = "", path, owns] = line.split("\t");
    const depth = Number(where[0]);
    const name = where.slice(1);
    const item: MenuItem = { label, ...(isIcon(name) && { icon: name }) };
    levels[depth]?.push(item);
    if (path) Object.assign(item, { path }, owns && { owns: owns.split(" ") });
    else levels[depth + 1] = item.children = [];
  }
  return levels[0] ?? [];
}

const isIcon = (name: string): name is IconName => name in ICON_PATHS;

/** The key of a node's text. */
export const textOf = (node: MenuEntry | MenuGroup): string =>
  ("children" in node ? undefined : node.label) ?? `frame:menu.${node.key}`;

/** The menu with entries of a person's own before the one of a path, where it has that. */
export const withOwnEntries = (items: readonly MenuItem[], before: string, own: readonly MenuItem[]): MenuItem[] =>
  items.flatMap((item) => {
    if (item.children) return [{ ...item, children: withOwnEntries(item.children, before, own) }];
    return item.path === before ? [...own, item] : [item];
  });

/**
 * The path of the entry a page belongs to: the entry of its whole address, of its path, or the one whose screens include
 * the page.
 */
export function currentEntry(items: readonly MenuItem[], address: string): string | undefined {
  const [pathname = ""] = address.split("?");
  const entries = items.flatMap(flatten);
  const exact = entries.find(({ path }) => path === address) ?? entries.find(({ path }) => path === pathname);
  const owner = entries.find(({ path, owns = [] }) =>
    [`${path}/`, ...owns].some((start) => pathname.startsWith(start)),
  );
  return (exact ?? owner)?.path;
}

function flatten(item: MenuItem): MenuItem[] {
  return item.children ? item.children.flatMap(flatten) : [item];
}
