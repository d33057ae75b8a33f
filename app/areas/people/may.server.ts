import { type PermissionRow, permissionRows, POWERS } from "~/frame/permission-rows";
import { nameOf, powersIn } from "~/resource/permission-table.server";
import { allowed, CREW_MEMBER } from "~server/contract/permissions";
import type { Sight } from "~server/contract/sight";
import type { Context } from "~server/web/guard.server";
import type { SightModel } from "./sight";

type Words = Pick<Context, "t">;

/** What somebody may do, in words by group of the menu: what their codes open together, and nothing that one alone would. */
export function mayInWords({ t }: Words, sight: Sight): Omit<SightModel["may"], "title"> {
  if (sight.is_can_all) return { hint: t("access:sight.all"), items: [] };
  const lines = new Map<string, string[]>();
  const add = (group: string, line: string) => lines.set(group, [...(lines.get(group) ?? []), line]);
  for (const row of permissionRows()) {
    const line = lineOf({ t }, row, sight);
    if (line) add(t(row.group ?? "frame:menu_label"), line);
  }
  if (allowed(sight, [CREW_MEMBER])) add(t("frame:menu.logistics"), t("frame:menu.my_route"));
  return {
    hint: lines.size ? "" : t("access:sight.nothing"),
    items: [...lines].map(([label, all]) => ({ label, lines: all })),
  };
}

/** "Machines: see, change"; by its screens where not all of them open, or others open them, too. */
function lineOf({ t }: Words, row: PermissionRow, sight: Sight): string | undefined {
  const { codes, powers, screens } = row;
  const open = screens.filter(({ needs }) => allowed(sight, needs));
  if (!open.length) return undefined;
  const columns = POWERS.flatMap((power, column) => {
    const code = powers[power];
    return code && allowed(sight, [code]) ? [column] : [];
  });
  const isWhole = open.length === screens.length && powers.see === codes[0];
  const name = isWhole ? nameOf({ t }, row) : [...new Set(open.map(({ text }) => t(text)))].join(", ");
  return `${name}: ${powersIn({ t }, columns).toLowerCase()}`;
}
