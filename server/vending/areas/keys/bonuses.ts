import type { Db } from "../../database/query";
import type { Moment } from "../../time";

export const settleBonuses = async (_tx: Db, _vends: readonly { wallet: number; at: Moment }[]): Promise<void> => {};
