import { z } from "zod";
import type { Declared } from "./entity";
import { MOVE_KINDS } from "./enums";
import { choice, decimal, money, ref, rows, text } from "./fields";
import { refSchema } from "./record";
import { writtenSchema } from "./schema";

export type MoveKind = (typeof MOVE_KINDS)[number];

/**
 * A move of stock, seen from the warehouse at which it is entered: `RECEIPT` comes in from a supplier, `TRANSFER`
 * goes to `warehouse`, `WRITE_OFF` leaves the books, `ISSUE` goes to `crew`, `RETURN` comes back from it.
 */
export const stockMove: Declared = {
  name: "stock_move",
  fields: {
    kind: choice("move_kind", MOVE_KINDS, { required: true }),
    warehouse: ref("warehouse"),
    crew: ref("crew"),
    comment: text({ max: 500 }),
    /** Quantity in the ingredient's own unit; price in kopecks for the whole line, because one gram may cost less than one. */
    lines: rows(
      {
        ingredient: ref("ingredient", { required: true }),
        quantity: decimal({ required: true, unitOf: "ingredient", scale: 3, min: 0.001, max: 1_000_000 }),
        price: money(),
      },
      { required: true, empty: "no_lines", unique: "ingredient" },
    ),
  },
  sections: [
    { name: "move", fields: ["kind", "warehouse", "crew", "comment"] },
    { name: "lines", fields: ["lines"] },
  ],
};

/** The form of one kind of move: only what that kind needs. */
function moveForm(kind: MoveKind): Declared {
  const { comment, lines } = stockMove.fields;
  if (!comment || !lines) throw new Error("a stock move has lines and a comment");
  const other: Declared["fields"] =
    kind === "TRANSFER"
      ? { warehouse: ref("warehouse", { required: true }) }
      : kind === "ISSUE" || kind === "RETURN"
        ? { crew: ref("crew", { required: true }) }
        : {};
  return {
    name: stockMove.name,
    fields: { ...other, comment, lines },
    sections: [
      { name: "move", fields: [...Object.keys(other), "comment"] },
      { name: "lines", fields: ["lines"] },
    ],
  };
}

/** The forms of moves, by kind. */
export const MOVE_FORMS = {
  RECEIPT: moveForm("RECEIPT"),
  TRANSFER: moveForm("TRANSFER"),
  WRITE_OFF: moveForm("WRITE_OFF"),
  ISSUE: moveForm("ISSUE"),
  RETURN: moveForm("RETURN"),
} satisfies Record<MoveKind, Declared>;

const line = z.object({ ingredient: z.number(), quantity: z.number(), price: z.number().nullable() });
const move = z.object({
  kind: z.enum(MOVE_KINDS),
  warehouse: z.number().nullable(),
  crew: z.number().nullable(),
  comment: z.string().nullable(),
  lines: z.array(line),
});
export type WrittenMove = z.infer<typeof move>;

/** Sent again with the same key, a move is not made again: what was answered first is answered again. */
export const idempotencyKey = z.string("required").regex(/^[\w-]{8,100}$/, "incorrect");

/** Form of a move. */
export const moveBody = z.intersection(
  z.object({ key: idempotencyKey }),
  writtenSchema(stockMove, "wire", "create").pipe(move),
);

/** What is at a place. `unit` is the ingredient's. */
export const stockSchema = z.object({
  items: z.array(z.object({ ingredient: refSchema, unit: z.string(), quantity: z.number(), moved_at: z.string() })),
});

/** One of our places; without a label when the viewer may not see it. */
const place = z.object({ entity: z.enum(["warehouse", "crew"]), id: z.number().int(), label: z.string().nullable() });

/** Moves of a place. A supplier and a loss are no places of ours: null. */
export const movesSchema = z.object({
  items: z.array(
    z.object({
      id: z.number().int(),
      kind: z.enum(MOVE_KINDS),
      at: z.string(),
      author: z.string().nullable(),
      comment: z.string().nullable(),
      from: place.nullable(),
      to: place.nullable(),
      lines: z.array(
        z.object({ ingredient: refSchema, unit: z.string(), quantity: z.number(), price: z.number().nullable() }),
      ),
    }),
  ),
  total: z.number().int(),
});
export type StockMove = z.infer<typeof movesSchema>["items"][number];
