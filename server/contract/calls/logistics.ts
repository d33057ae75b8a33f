import { change, read } from "../call";
import { crew } from "../entities/crews";
import { warehouse } from "../entities/warehouses";
import { listRequirement } from "../entity";
import { pageQuery } from "../query";
import { createdAnswer } from "../record";
import { moveBody, movesSchema, stockSchema } from "../stock";

const ofWarehouse = { needs: listRequirement(warehouse), about: warehouse };
const ofCrew = { needs: listRequirement(crew), about: crew };
export const warehouseStock = read({
  ...ofWarehouse,
  path: "/warehouses/{id}/stock",
  does: "What lies at a warehouse",
  answer: stockSchema,
});
export const warehouseMoves = read({
  ...ofWarehouse,
  path: "/warehouses/{id}/moves",
  query: pageQuery,
  does: "Stock moves of a warehouse, newest first, 50 a page",
  answer: movesSchema,
});
export const moveStock = change({
  ...ofWarehouse,
  path: "/warehouses/{id}/moves",
  does: "Move stock; the same key again answers the first move",
  form: moveBody,
  answer: createdAnswer,
  status: 201,
  refuses: [409],
});
export const crewStock = read({
  ...ofCrew,
  path: "/crews/{id}/stock",
  does: "What a crew has",
  answer: stockSchema,
});
export const crewMoves = read({
  ...ofCrew,
  path: "/crews/{id}/moves",
  query: pageQuery,
  does: "Stock moves of a crew, newest first, 50 a page",
  answer: movesSchema,
});
