import { change, read } from "../call";
import { crew } from "../entities/crews";
import { device } from "../entities/devices";
import { warehouse } from "../entities/warehouses";
import { listRequirement } from "../entity";
import { pageQuery } from "../query";
import { createdAnswer } from "../record";
import { moveBody, movesSchema, stockSchema } from "../stock";
import {
  batchesQuery,
  batchesSchema,
  countBody,
  countsSchema,
  purchaseQuery,
  purchaseSchema,
  stockLinesExportQuery,
  stockLinesExportSchema,
  stockLinesQuery,
  stockLinesSchema,
} from "../stock-lists";

const ofWarehouse = { needs: listRequirement(warehouse), about: warehouse };
const ofCrew = { needs: listRequirement(crew), about: crew };
const ofDevice = { needs: listRequirement(device), about: device };
const ofAll = { needs: listRequirement(warehouse) };
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
export const deviceStock = read({
  ...ofDevice,
  path: "/devices/{id}/stock",
  does: "What lies in a machine by the ledger; its vends of today are taken off at night or when it is served",
  answer: stockSchema,
});
export const deviceMoves = read({
  ...ofDevice,
  path: "/devices/{id}/moves",
  query: pageQuery,
  does: "Stock moves of a machine, newest first, 50 a page",
  answer: movesSchema,
});

export const stockLedger = read({
  ...ofAll,
  path: "/stock/lines",
  query: stockLinesQuery,
  does: "Lines of the stock ledger over all places that the person may see, the latest booked first",
  answer: stockLinesSchema,
});
export const stockLedgerExport = read({
  ...ofAll,
  path: "/stock/lines/export",
  query: stockLinesExportQuery,
  does: "All lines of the stock ledger, page by page: `next` is what the next one is `before`",
  answer: stockLinesExportSchema,
});
export const stockBatches = read({
  ...ofAll,
  path: "/stock/batches",
  query: batchesQuery,
  does: "Batches that have expired or expire within some days, wherever they lie",
  answer: batchesSchema,
});
export const purchaseList = read({
  ...ofAll,
  path: "/stock/purchase",
  query: purchaseQuery,
  does: "What warehouses should buy",
  answer: purchaseSchema,
});

const counted = { query: pageQuery, answer: countsSchema };
const count = { form: countBody, answer: createdAnswer, status: 201, refuses: [409] } as const;
export const warehouseCounts = read({
  ...ofWarehouse,
  ...counted,
  path: "/warehouses/{id}/counts",
  does: "Counts of a warehouse, the latest first, 50 a page",
});
export const countWarehouse = change({
  ...ofWarehouse,
  ...count,
  path: "/warehouses/{id}/counts",
  does: "Say what was counted at a warehouse; differences are booked, once however often the same key is sent",
});
export const crewCounts = read({
  ...ofCrew,
  ...counted,
  path: "/crews/{id}/counts",
  does: "Counts of what a crew has, the latest first, 50 a page",
});
export const countCrew = change({
  ...ofCrew,
  ...count,
  path: "/crews/{id}/counts",
  does: "Say what was counted with a crew; differences are booked, once however often the same key is sent",
});
