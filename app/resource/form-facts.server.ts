import { type Entity, fieldOf, tabsOf, viewPath } from "~server/contract/entity";
import type { RecordData } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import { shown } from "./show.server";

interface Fact {
  label: string;
  value: string;
  href?: string;
  wide: boolean;
}

/** What stands below the fields of a section: what the service keeps beside them, and an action about them. */
export type Kept = Record<string, { facts: Fact[]; action?: { href: string; label: string } }>;

export const keptOf = (context: Context, entity: Entity, record: RecordData): Kept =>
  Object.fromEntries(
    entity.sections.flatMap(({ name, facts = [], action }) =>
      facts.length || action
        ? [
            [
              name,
              {
                facts: factsOf(context, entity, record, facts),
                action:
                  action === undefined
                    ? undefined
                    : {
                        href: `${viewPath(entity, record.id)}/${action}`,
                        label: context.t(`entities:${entity.name}.actions.${action}.label`),
                      },
              },
            ],
          ]
        : [],
    ),
  );

/** Longer facts, in characters, take a line of their own. */
const LONG_FACT = 40;

/** What the service itself keeps of a record besides what belongs to a section; states that stand beside the title are not repeated. */
export const keptFields = (entity: Entity): string[] => {
  const inSections = entity.sections.flatMap(({ facts = [] }) => facts);
  return Object.entries(entity.fields)
    .filter(([name, field]) => (field.readOnly || field.fixed) && field.kind !== "flag" && !inSections.includes(name))
    .map(([name]) => name);
};

/** What stands below a form, where no tab before it tells that. */
export const factsBelow = (context: Context, entity: Entity, record: RecordData, names: readonly string[]): Fact[] =>
  tabsOf(entity)[0] === "data" ? factsOf(context, entity, record, names) : [];

function factsOf(context: Context, entity: Entity, record: RecordData, names: readonly string[]): Fact[] {
  return names
    .filter((name) => record[name] !== undefined)
    .map((name) => {
      const { text, href } = shown(context, fieldOf(entity, name), record[name]);
      return {
        label: context.t(`entities:${entity.name}.fields.${name}`),
        value: text,
        href,
        wide: text.length > LONG_FACT,
      };
    });
}
