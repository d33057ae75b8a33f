import { Icon } from "~/ui/icon";
import { classes } from "~/ui/class-names";
import type { Labels } from "./labels";
import { currentEntry, type MenuItem } from "./menu";
import * as css from "./menu-view.css";

export const menuLabels = ["frame:menu_label"] as const;

export interface MenuProps {
  labels: Labels<typeof menuLabels>;
  items: readonly MenuItem[];
  /** They as one text, which stands beside them: the scripts read it there. */
  packed: string;
  /** Path and query of the page. */
  address: string;
}

/**
 * The main menu. Sections stand open; the group of the current page opens by itself. A section shows no icon: it is that of
 * its entries which have none, for a group that took the place of its section (see `visibleMenu`).
 */
export function Menu({ labels, items, packed, address }: MenuProps) {
  const current = currentEntry(items, address);
  const [pathname = ""] = address.split("?");
  return (
    <nav className={css.nav} aria-label={labels["frame:menu_label"]} data-menu={packed}>
      <ul>{items.map((item) => node(item, 0, current, [pathname, address]))}</ul>
    </nav>
  );
}

// Plain functions, not components: the whole menu is rendered on every request.

function node(item: MenuItem, depth: number, current: string | undefined, here: readonly string[]) {
  return (
    <li key={item.path ?? item.label}>
      {item.children ? group(item, item.children, depth, current, here) : entry(item, current, here)}
    </li>
  );
}

function entry({ path, label, icon }: MenuItem, current: string | undefined, here: readonly string[]) {
  return (
    <a
      href={path}
      className={css.line}
      aria-current={path === current ? (path && here.includes(path) ? "page" : "true") : undefined}
    >
      {icon && <Icon name={icon} />}
      {label}
    </a>
  );
}

function group(
  { label, icon }: MenuItem,
  children: MenuItem[],
  depth: number,
  current: string | undefined,
  here: readonly string[],
) {
  const isSection = depth === 0;
  return (
    <details open={isSection || holds(children, current)}>
      <summary className={classes(css.line, isSection && css.section)}>
        {icon && !isSection && <Icon name={icon} />}
        {label}
        <span className={css.chevron}>
          <Icon name="chevron-down" size="s" />
        </span>
      </summary>
      <ul className={isSection ? undefined : css.nested}>
        {children.map((child) => node(isSection ? { icon, ...child } : child, depth + 1, current, here))}
      </ul>
    </details>
  );
}

function holds(items: readonly MenuItem[], current: string | undefined): boolean {
  return items.some(({ path, children }) => (children ? holds(children, current) : path === current));
}
