import { z } from "zod";
import { change, read } from "../call";
import { device } from "../entities/devices";
import { listRequirement } from "../entity";
import {
  countersSchema,
  devicePayForm,
  devicePaySchema,
  differencesQuery,
  differencesSchema,
  funnelQuery,
  funnelSchema,
  paymentSchema,
  paymentsQuery,
  paymentsSchema,
  paymentsTodaySchema,
  testPaymentForm,
} from "../payment-reads";

const seeing = { needs: ["REPORT_ONLINE_PAYMENTS"] } as const;
const ofPayment = { ...seeing, about: "who may see its machine" } as const;
const ofDevice = { needs: listRequirement(device), about: device };
const isOne = z.object({ id: z.number().int() });

export const payments = read({
  ...seeing,
  path: "/payments",
  query: paymentsQuery,
  does: "Online payments of machines that the person may see, the latest first, with the sums of all that match",
  answer: paymentsSchema,
});
export const paymentFunnel = read({
  ...seeing,
  path: "/payments/funnel",
  query: funnelQuery,
  does: "How many online payments of some days came to each stage and to which end",
  answer: funnelSchema,
});
export const paymentCounters = read({
  ...seeing,
  path: "/payments/counters",
  query: funnelQuery.omit({ provider: true }),
  does: "Error counters of online payments by machine and stage, at most 500, the most first",
  answer: countersSchema,
});
export const paymentsToday = read({
  ...seeing,
  path: "/payments/today",
  does: "Today's online payments by state, and what waits for a person",
  answer: paymentsTodaySchema,
});
export const paymentDifferences = read({
  ...seeing,
  path: "/payments/differences",
  query: differencesQuery,
  does: "What daily reconciliation with the providers found and is not put right, the latest first, 50 a page",
  answer: differencesSchema,
});
export const payment = read({
  ...ofPayment,
  path: "/payments/{id}",
  does: "An online payment with its steps and refunds",
  answer: paymentSchema,
});
export const retryRefund = change({
  ...ofPayment,
  path: "/payments/{id}/retry",
  does: "Send the refund of a payment again that was to be done by hand",
  answer: isOne,
  refuses: [409],
});
export const settleRefund = change({
  ...ofPayment,
  path: "/payments/{id}/settle",
  does: "Say that the refund of a payment was done by hand",
  answer: isOne,
  refuses: [409],
});
export const devicePay = read({
  ...ofDevice,
  path: "/devices/{id}/pay",
  does: "How a machine takes online payments: whose account, and the code of its public page",
  answer: devicePaySchema,
});
export const changeDevicePay = change({
  ...ofDevice,
  path: "/devices/{id}/pay",
  does: "Choose whose merchant account takes a machine's online payments (DEVICE_CREATE besides)",
  form: devicePayForm,
  answer: devicePaySchema,
});
export const testPayment = change({
  ...ofDevice,
  path: "/devices/{id}/pay/test",
  does: "Begin a test payment of 1 ₴ with a machine's account: it goes back by itself, nothing is vended; `page`: the path of its public page, which leads to the provider (DEVICE_CREATE besides)",
  form: testPaymentForm,
  answer: isOne.extend({ page: z.string() }),
  status: 201,
  refuses: [409],
});
