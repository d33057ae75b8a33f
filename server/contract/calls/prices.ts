import { z } from "zod";
import { change, read } from "../call";
import { device } from "../entities/devices";
import { planogram } from "../entities/planograms";
import { listRequirement } from "../entity";
import {
  confirmPricesSchema,
  devicePricesSchema,
  planogramPricesSchema,
  pricesQuery,
  sendPricesSchema,
} from "../prices";

const seeing = { needs: listRequirement(planogram), about: planogram };
/** Who tells machines something needs their code besides. */
const telling = { needs: [...listRequirement(planogram), ...listRequirement(device)], about: planogram };
const done = z.object({ machines: z.number().int() });

export const planogramPrices = read({
  ...seeing,
  path: "/planograms/{id}/prices",
  query: pricesQuery,
  does: "How far a planogram's prices have come at the machines in work that sell by it: what each is known to charge by its last audit (PA102) or by somebody's word, 50 a page",
  answer: planogramPricesSchema,
});
export const devicePrices = read({
  needs: listRequirement(device),
  about: device,
  path: "/devices/{id}/prices",
  does: "How far the prices of its planogram have come at a machine, and the cells that are not known to cost what they should; null where none is asked of it",
  answer: devicePricesSchema,
});
export const sendPrices = change({
  ...telling,
  path: "/planograms/{id}/prices/send",
  does: "Tell machines' units the planogram's prices; machines without a unit are left out, and the same key again is no second order",
  form: sendPricesSchema,
  answer: done,
  refuses: [409],
});
export const confirmPrices = change({
  ...telling,
  path: "/planograms/{id}/prices/confirm",
  does: "Say that somebody set the planogram's prices at machines by hand; holds until a later audit tells something else",
  form: confirmPricesSchema,
  answer: done,
  refuses: [409],
});
