import type { REGIONS } from "~server/contract/enums";

type Region = (typeof REGIONS)[number];

/**
 * The country as tiles: each region is one, near where it lies (column and row, from the north-west). Drawn by ourselves,
 * so nobody's licence is touched, and every region is as easy to hit as any other; docs/decisions/009-tile-map.md.
 */
export const TILES: Record<Region, readonly [column: number, row: number]> = {
  AC: [1, 0],
  BK: [2, 0],
  AM: [3, 0],
  AA: [4, 0],
  CB: [5, 0],
  BM: [6, 0],
  BC: [0, 1],
  BO: [1, 1],
  BX: [2, 1],
  AB: [3, 1],
  AI: [4, 1],
  BI: [5, 1],
  AX: [6, 1],
  BB: [7, 1],
  AO: [0, 2],
  AT: [1, 2],
  CE: [2, 2],
  BA: [3, 2],
  CA: [4, 2],
  AE: [5, 2],
  AH: [6, 2],
  BH: [3, 3],
  BE: [4, 3],
  BT: [5, 3],
  AP: [6, 3],
  CH: [4, 4],
  AK: [5, 4],
};
export const COLUMNS = 8;
export const ROWS = 5;
