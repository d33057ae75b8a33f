import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { z } from "zod";
import { modelFace } from "~server/contract/calls/fleet";
import type { RowsField } from "~server/contract/field-kinds";
import { toNumber } from "~server/contract/field-schema";
import { plain } from "~server/contract/plain";
import type { Ref } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import { orWithout } from "~server/web/without.server";
import { type FaceCell, MachineFace } from "~/ui/machine-face";

/** What a form holds, by field, and what is wrong in it, by the names of its controls. */
export interface Held {
  values: Readonly<Record<string, unknown>>;
  mistakes: Readonly<Record<string, unknown>>;
}

interface Drawn extends Held {
  list: string;
  field: RowsField;
  /** How wide the shelves of the model are that the form names. */
  perShelf: number | null;
  /** Records that its relations name. */
  chosen: Readonly<Record<string, readonly Ref[]>>;
}

const rowsSchema = z.array(z.record(z.string(), z.unknown()).catch({})).catch([]);

/** How wide the shelves of the model are that a form names; null where it names none, or one that is not there. */
export async function perShelfOf({ api }: Pick<Context, "api">, { model }: RowsField, values: Held["values"]) {
  const id = model && plain(values[model]);
  if (!id || !/^\d{1,9}$/.test(id)) return null;
  return (await orWithout(api.readOr({ per_shelf: null }, modelFace, {}, { model: Number(id) }), { per_shelf: null }))
    .per_shelf;
}

/** Rows of a form as the face of the machine whose cells they are, each a link to its row: HTML; nothing where no row says which cell it is or what it sells. */
export function rowsFace(
  { t, format }: Pick<Context, "t" | "format">,
  { list, field, values, mistakes, chosen, perShelf }: Drawn,
): string | undefined {
  const { face } = field;
  const rows = rowsSchema.parse(values[list]);
  if (!face || !rows.some((row) => plain(row[face.number]) || plain(row[face.product]))) return undefined;
  const product = field.of[face.product];
  const known = product?.kind === "ref" ? (chosen[product.to] ?? []) : [];
  const wrong = Object.keys(mistakes);
  const cells = rows.map((row, index): FaceCell => {
    // Longer is none of them, and stands in its row.
    const of = (column: string) => plain(row[column]).trim().slice(0, 24);
    const count = wrong.filter((name) => name.startsWith(`${list}[${index}].`)).length;
    return {
      number: of(face.number),
      unnumbered: t("resource:face.row", { row: index + 1 }),
      product: known.find(({ id }) => String(id) === of(face.product))?.label ?? t("resource:face.no_product"),
      price: priceOf(format, of(face.price)),
      level: of(face.capacity)
        ? { text: t("resource:face.capacity", { capacity: of(face.capacity) }), tone: "neutral" }
        : undefined,
      marks: count ? [{ text: t("resource:face.mistakes", { count }), tone: "bad" }] : [],
      href: `#record-${list}[${index}].${face.number}`,
    };
  });
  return renderToStaticMarkup(
    createElement(MachineFace, {
      label: t("resource:face.title"),
      shelf: (number) => t("resource:face.shelf", { number }),
      cells,
      perShelf,
    }),
  );
}

/** A price as prices are written; what is none as it was typed. */
function priceOf(format: Context["format"], typed: string): string {
  const uah = toNumber(typed);
  return typeof uah === "number" && !Number.isNaN(uah) ? format.money(Math.round(uah * 100)) : typed;
}
