import { type Declared, editableFields } from "~server/contract/entity";
import { conflictSchema, refSchema } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import type { Refusal } from "~server/web/outcome.server";
import { changesInWords } from "./changes.server";
import { withRefs } from "./choices.server";
import { fileFieldsOf, type FormFiles, filesOf } from "./files.server";
import { inWords } from "./show.server";

/** What someone else saved meanwhile, field by field beside what is in the form. */
export interface Conflict {
  version: number;
  differences: { label: string; theirs: string; mine: string }[];
}

/** Reads the refusal of a change that someone else overtook; `mine` as it was sent. */
export async function conflictOf(
  context: Context,
  entity: Declared,
  mine: Record<string, unknown>,
  refusal: Refusal,
): Promise<Conflict> {
  const { current } = conflictSchema.parse(refusal.data);
  const own = await withRefs(context.api, entity, mine);
  const differences = editableFields(entity).flatMap(([name, field]) => {
    if (field.kind === "secret") return [];
    const label = context.t(`entities:${entity.name}.fields.${name}`);
    // A file of the form is only a number yet; the form itself shows it by name.
    if (field.kind === "file" || field.kind === "files")
      return sameFiles(current[name], mine[name])
        ? []
        : [
            {
              label,
              before: inWords(context, entity.name, name, field, current[name]),
              after: context.t("resource:as_in_form"),
            },
          ];
    return changesInWords(context, entity.name, name, field, current[name], own[name]).filter(
      ({ before, after }) => before !== after,
    );
  });
  return {
    version: current.version,
    differences: differences.map(({ label, before, after }) => ({ label, theirs: before, mine: after })),
  };
}

const sameFiles = (theirs: unknown, mine: unknown): boolean =>
  JSON.stringify([theirs ?? []].flat().map((one) => refSchema.parse(one).id)) ===
  JSON.stringify([mine ?? []].flat().map(Number));

/** Files that were not chosen here are the record's: what someone else put there meanwhile stays. */
export function useTheirFiles(context: Context, entity: Declared, files: FormFiles, refusal: Refusal): void {
  const theirs = filesOf(context, entity, conflictSchema.parse(refusal.data).current);
  for (const [name, field] of fileFieldsOf(entity)) {
    const fresh = (files[name] ?? []).filter((file) => file.fresh);
    const current = theirs[name] ?? [];
    files[name] = field.kind === "files" ? [...current, ...fresh] : fresh.length ? fresh : current;
  }
}
