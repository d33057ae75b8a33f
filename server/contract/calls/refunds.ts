import { read } from "../call";
import { device } from "../entities/devices";
import { refund } from "../entities/refunds";
import { createRequirement } from "../entity";
import { refundableQuery, refundableSchema } from "../refunds";

export const refundableVends = read({
  needs: createRequirement(refund),
  about: device,
  path: "/devices/{id}/refundable_vends",
  query: refundableQuery,
  does: "Vends of a machine whose money can be returned: around a moment, the nearest first (at most 50), or the one that is named",
  answer: refundableSchema,
});
