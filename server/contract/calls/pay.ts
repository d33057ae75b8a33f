import { z } from "zod";
import { change, read, upload } from "../call";
import {
  beginForm,
  begunSchema,
  CALLBACK_MAX_BYTES,
  chooseForm,
  menuQuery,
  menuSchema,
  ofPaymentForm,
  payViewSchema,
  viewQuery,
} from "../pay";

const open = { needs: "nothing", refuses: [404, 429] } as const;

export const payMenu = read({
  ...open,
  path: "/pay/menu",
  query: menuQuery,
  does: "What a machine sells by phone now, by the code of its public page",
  answer: menuSchema,
});
export const payBegin = change({
  ...open,
  path: "/pay/begin",
  does: "Begin an online payment at a machine; the same key again answers the first one",
  form: beginForm,
  answer: begunSchema,
  status: 201,
  refuses: [404, 409, 429],
});
export const payView = read({
  ...open,
  path: "/pay/view",
  query: viewQuery,
  does: "How an online payment stands, for whoever has its token",
  answer: payViewSchema,
});
export const payChoose = change({
  ...open,
  path: "/pay/choose",
  does: "Choose the product of an online payment",
  form: chooseForm,
  answer: z.object({}),
  refuses: [404, 409, 429],
});
export const payCancel = change({
  ...open,
  path: "/pay/cancel",
  does: "Give an online payment up that is not paid",
  form: ofPaymentForm,
  answer: z.object({}),
});
export const payAsk = change({
  ...open,
  path: "/pay/ask",
  does: "The customer is back from the provider: ask it now how the payment stands",
  form: ofPaymentForm,
  answer: z.object({}),
});
export const payCallback = upload({
  needs: "nothing",
  path: "/pay/callback/{account}",
  does: "A provider's message about an order of one of its accounts: it is only a reason to ask the provider",
  type: "application/octet-stream",
  most: CALLBACK_MAX_BYTES,
  answer: z.object({}),
  status: 200,
  refuses: [400, 404, 429],
});
