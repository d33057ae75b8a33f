import { planChanged } from "~server/contract/plans";
import type { Context } from "~server/web/guard.server";
import type { ChangeLine } from "./changes.server";

/** A change of a project's plan of a month, in words. */
export function planInWords({ t, format }: Context, before: unknown, after: unknown): ChangeLine[] {
  const [was, is] = [planChanged.parse(before), planChanged.parse(after)];
  const month = (is ?? was)?.month;
  if (month === undefined) return [];
  const label = (kind: "amount" | "vends") => `${t(`reports:fields.plan_${kind}`)}, ${format.month(`${month}-01`)}`;
  const text = (value: number | null | undefined, write: (value: number) => string) =>
    value === null || value === undefined ? "—" : write(value);
  const lines = [
    { label: label("amount"), before: text(was?.amount, format.money), after: text(is?.amount, format.money) },
    { label: label("vends"), before: text(was?.vends, format.number), after: text(is?.vends, format.number) },
  ];
  return lines.filter((line) => line.before !== line.after);
}
