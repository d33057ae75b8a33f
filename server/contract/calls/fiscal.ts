import { change, read } from "../call";
import { fiscalCashier } from "../entities/checkbox_cashiers";
import { location } from "../entities/locations";
import { listRequirement } from "../entity";
import {
  decidedAnswer,
  deskCashBody,
  deskSchema,
  locationFiscalQuery,
  locationFiscalSchema,
  operationAnswer,
  receiptAnswer,
  receiptsDecision,
  receiptsQuery,
  receiptsSchema,
} from "../fiscal";

const needs = listRequirement(fiscalCashier);
const ofDesk = { needs, about: fiscalCashier };

export const deskState = read({
  ...ofDesk,
  path: "/checkbox_cashiers/{id}/desk",
  does: "A desk's shift with its sums, its queue, what it was asked for and what the service said last",
  answer: deskSchema,
});
export const deskReceipts = read({
  ...ofDesk,
  path: "/checkbox_cashiers/{id}/receipts",
  query: receiptsQuery,
  does: "Receipts of a desk, newest first, 50 a page",
  answer: receiptsSchema,
});
export const moveDeskCash = change({
  ...ofDesk,
  path: "/checkbox_cashiers/{id}/cash",
  does: "Put cash into a desk or take it out; the same key again is the same",
  form: deskCashBody,
  answer: operationAnswer,
  status: 201,
  refuses: [409],
});
export const locationFiscal = read({
  needs: listRequirement(location),
  about: location,
  path: "/locations/{id}/fiscal_operations",
  query: locationFiscalQuery,
  does: "A location's fiscal settings, and its desk's shifts and receipts, newest first, 50 a page",
  answer: locationFiscalSchema,
});
export const receipts = read({
  needs,
  path: "/receipts",
  query: receiptsQuery,
  does: "Receipts of all machines, newest first, 50 a page; state=not_fiscalised are those that an accountant must look at",
  answer: receiptsSchema,
});
export const receipt = read({
  needs,
  path: "/receipts/{receipt}",
  does: "A receipt, with those that return it or that it returns",
  answer: receiptAnswer,
  refuses: [404],
});
export const decideReceipts = change({
  needs,
  path: "/receipts/decide",
  does: "Send receipts that were not fiscalised, or say that they were seen to by hand; what is neither listed nor refused stays as it is",
  form: receiptsDecision,
  answer: decidedAnswer,
});
