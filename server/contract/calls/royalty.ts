import { change, read } from "../call";
import { franchise } from "../entities/franchises";
import { listRequirement } from "../entity";
import { createdAnswer } from "../record";
import { reportSchema } from "../reports/answer";
import { financialReportQuery, paymentBody, paymentsQuery, paymentsSchema } from "../royalty";

const ofFranchise = { needs: listRequirement(franchise), about: franchise };

export const financialReport = read({
  ...ofFranchise,
  path: "/franchises/{id}/financial_report",
  query: financialReportQuery,
  does: "Sales, royalty, payments and what is owed of a franchise and of those below it, by month",
  answer: reportSchema,
  refuses: [422],
});
export const royaltyPayments = read({
  ...ofFranchise,
  path: "/franchises/{id}/royalty_payments",
  query: paymentsQuery,
  does: "What a franchise and those below it paid, the latest first, 50 a page",
  answer: paymentsSchema,
});
export const payRoyalty = change({
  ...ofFranchise,
  path: "/franchises/{id}/royalty_payments",
  does: "Enter what a franchise paid, or a correction below zero; the same key again answers the first payment. Not for a franchise's own people",
  form: paymentBody,
  answer: createdAnswer,
  status: 201,
  refuses: [409],
});
