import { z } from "zod";
import type { Declared } from "./entity";
import { MOVE_KINDS, STOCK_KINDS, WRITE_OFF_REASONS } from "./enums";
import { choice, day, decimal, money, ref, rows, text } from "./fields";
import { refSchema } from "./record";
import { writtenSchema } from "./schema";

export type MoveKind = (typeof MOVE_KINDS)[number];

/** Longest number of a supplier's batch, in signs. */
export const BATCH_MAX = 40;
const LARGEST = 1_000_000;

/** Quantity in the ingredient's own unit; price in kopecks for the whole line, because one gram may cost less than one. */
const of = {
  ingredient: ref("ingredient", { required: true }),
  quantity: decimal({ required: true, unitOf: "ingredient", scale: 3, min: 0.001, max: LARGEST }),
  price: money(),
};
/** A batch: the supplier's number, the last day of use, or both. */
const ofBatch = { batch: text({ max: BATCH_MAX }), expires_on: day() };
const reason = choice("write_off_reason", WRITE_OFF_REASONS, { required: true });
const comment = text({ max: 500 });

/**
 * A move of stock, seen from the warehouse at which it is entered: `RECEIPT` comes in from a supplier, `TRANSFER`
 * goes to `warehouse`, `WRITE_OFF` leaves the books for a `reason`, `ISSUE` goes to `crew`, `RETURN` comes back from it.
 * What goes out is of the batch that its line names, else of those that expire first.
 */
export const stockMove: Declared = {
  name: "stock_move",
  fields: {
    kind: choice("move_kind", MOVE_KINDS, { required: true }),
    warehouse: ref("warehouse"),
    crew: ref("crew"),
    reason: choice("write_off_reason", WRITE_OFF_REASONS),
    comment,
    lines: rows({ ...of, ...ofBatch }, { required: true, empty: "no_lines" }),
  },
  sections: [
    { name: "move", fields: ["kind", "warehouse", "crew", "reason", "comment"] },
    { name: "lines", fields: ["lines"] },
  ],
};

/** The form of one kind of move: only what that kind needs. */
function moveForm(kind: MoveKind): Declared {
  const others: Partial<Record<MoveKind, Declared["fields"]>> = {
    TRANSFER: { warehouse: ref("warehouse", { required: true }) },
    ISSUE: { crew: ref("crew", { required: true }) },
    RETURN: { crew: ref("crew", { required: true }) },
    WRITE_OFF: { reason },
  };
  const other = others[kind] ?? {};
  const lines =
    kind === "RECEIPT"
      ? rows({ ...of, ...ofBatch }, { required: true, empty: "no_lines" })
      : kind === "WRITE_OFF"
        ? rows({ ingredient: of.ingredient, quantity: of.quantity, ...ofBatch }, { required: true, empty: "no_lines" })
        : rows(of, { required: true, empty: "no_lines", unique: "ingredient" });
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

const line = z.object({
  ingredient: z.number(),
  quantity: z.number(),
  price: z.number().nullable(),
  batch: z.string().nullable(),
  expires_on: z.string().nullable(),
});
const move = z.object({
  kind: z.enum(MOVE_KINDS),
  warehouse: z.number().nullable(),
  crew: z.number().nullable(),
  reason: z.enum(WRITE_OFF_REASONS).nullable(),
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

/** Of a batch: how much of it lies there. */
const batchSchema = z.object({
  id: z.number().int(),
  code: z.string().nullable(),
  expires_on: z.string().nullable(),
  expired: z.boolean(),
  quantity: z.number(),
});
/** What is at a place, with its batches, the first to expire first. `unit` is the ingredient's. */
export const stockSchema = z.object({
  items: z.array(
    z.object({
      ingredient: refSchema,
      unit: z.string(),
      quantity: z.number(),
      moved_at: z.string(),
      batches: z.array(batchSchema),
    }),
  ),
});

/** Kinds of places, as entities. */
export const PLACE_ENTITIES = ["warehouse", "crew", "device"] as const;
/** One of our places; without a label when the viewer may not see it. */
export const placeSchema = z.object({
  entity: z.enum(PLACE_ENTITIES),
  id: z.number().int(),
  label: z.string().nullable(),
});

/** Moves of a place. A supplier, a loss, a buyer and a difference of a count are no places of ours: null. */
export const movesSchema = z.object({
  items: z.array(
    z.object({
      id: z.number().int(),
      kind: z.enum(STOCK_KINDS),
      at: z.string(),
      author: z.string().nullable(),
      comment: z.string().nullable(),
      reason: z.enum(WRITE_OFF_REASONS).nullable(),
      from: placeSchema.nullable(),
      to: placeSchema.nullable(),
      lines: z.array(
        z.object({
          ingredient: refSchema,
          unit: z.string(),
          quantity: z.number(),
          price: z.number().nullable(),
          batch: z.string().nullable(),
          expires_on: z.string().nullable(),
        }),
      ),
    }),
  ),
  total: z.number().int(),
});
export type StockMove = z.infer<typeof movesSchema>["items"][number];
