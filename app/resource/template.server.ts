import { createRequirement } from "~server/contract/entity";
import { entityNamed } from "~server/contract/entities";
import type { Field } from "~server/contract/field-kinds";
import { importColumns } from "~server/contract/import-columns";
import { titleKey } from "~server/contract/listed";
import { type Context, protectedLoader } from "~server/web/guard.server";
import type { TFunction } from "~server/web/i18n.server";
import { notFound } from "~server/web/screens.server";
import { type Exported, exportWidth, numberFormat } from "./exported.server";
import { listedEntity } from "./find-entity.server";
import { importHeader } from "./import-words.server";
import { fileAnswer, formatAsked } from "./table-file.server";

/** `GET /export/template/{entity}?format=csv|xlsx`: a file with the columns that are imported and no rows; its second sheet says what they take. */
export const templateLoader = protectedLoader(
  ({ params }) => createRequirement(listedEntity(params.entity)),
  async (context) => {
    const { t } = context;
    const entity = listedEntity(context.params.entity);
    const columns = importColumns(entity);
    if (!columns.length) throw notFound();
    const format = formatAsked(context);
    const named = columns.map((column) => ({
      header: importHeader(context, entity, column),
      width: exportWidth(column.field),
      format: numberFormat(column.field),
    }));
    const asked = columns.map((column, place) => [named[place]?.header ?? "", takes(context, column.field)] as const);
    const title = t(titleKey(entity));
    return fileAnswer(
      context,
      {
        name: `${entity.name}-template`,
        title,
        columns: named,
        asked: { title: t("resource:import.takes"), lines: asked },
      },
      format,
      noLines(),
    );
  },
  { resource: true },
);

/** What the cells of a column may say. */
function takes({ t }: Pick<Context, "t">, field: Field): string {
  const words = (): string[] => {
    switch (field.kind) {
      case "choice":
      case "choices":
        return field.options.map((option) => t(`options:${field.name}.${option}`));
      case "flag":
        return [t("resource:yes"), t("resource:no")];
      case "ref":
      case "refs":
        return [t(`entities:${entityNamed(field.to).name}.many`)];
      default:
        return [];
    }
  };
  return [...(field.required ? [t("resource:import.required")] : []), words().join(" / ")].filter(Boolean).join("; ");
}

/** Templates of `of`, as they stand below `/export/template/`. */
export const templatesOf = (t: TFunction, of: string) =>
  (["xlsx", "csv"] as const).map((format) => ({
    href: `/export/template/${of}?format=${format}`,
    label: t("resource:import.template", { format: format.toUpperCase() }),
  }));

/** Of a file that is to be filled in. */
export async function* noLines(): AsyncGenerator<Exported[], void> {}
