import { z } from "zod";

/** A cell of a machine by its planogram: what it sells, for how much, and how much of it is there. */
const deviceCellSchema = z.object({
  cell: z.string(),
  recipe: z.string(),
  /** Kopecks. */
  price: z.number().int(),
  /** Pieces that lie in it; of a machine that makes what it sells portions that its scarcest ingredient gives. Null until somebody told. */
  level: z.number().int().nullable(),
  /** The same of a full machine; null where nothing of it is counted. */
  capacity: z.number().int().nullable(),
});
export type DeviceCell = z.infer<typeof deviceCellSchema>;

/** How many cells stand on a shelf of a model; null where nobody said. */
const perShelfSchema = z.number().int().nullable();

/** In the planogram's order. */
export const deviceCellsSchema = z.object({ cells: z.array(deviceCellSchema), per_shelf: perShelfSchema });
/** What of a model its machines are drawn by. */
export const modelFaceSchema = deviceCellsSchema.pick({ per_shelf: true });
export type DeviceCells = z.infer<typeof deviceCellsSchema>;
