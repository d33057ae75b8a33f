import { decimal, integer, money } from "../fields";

const count = () => integer({ readOnly: true });
const amount = () => money({ readOnly: true });
const share = () => decimal({ scale: 2, unit: "percent", readOnly: true });

/** What reports count and sum up; how is said in `areas/reports/facts`. Money in kopecks. */
export const MEASURES = {
  vends: count(),
  amount: amount(),
  mean: amount(),
  cash_vends: count(),
  cash_amount: amount(),
  cashless1_vends: count(),
  cashless1_amount: amount(),
  cashless2_vends: count(),
  cashless2_amount: amount(),
  other_vends: count(),
  other_amount: amount(),
  test: count(),
  free: count(),
  /** Machines that sold. */
  machines: count(),
  per_machine: amount(),
  /** Of the amount of all rows; of that of the first cut. */
  share: share(),
  share_of_vends: share(),
  share_of_first: share(),
  /** What the ingredients of paid vends cost that have a known cost, and what is left of their amounts. */
  cost: amount(),
  margin: amount(),
  margin_percent: share(),
  /** Paid vends whose cost is not known. */
  uncosted: count(),
  /** Machines whose planograms have the recipe today. */
  offered: count(),
  /** QR codes held before readers, and each outcome. */
  scans: count(),
  codes_vended: count(),
  /** What is written on the codes that were vended, and prices of what was vended for them. */
  face_value: amount(),
  vended_price: amount(),
  accepted: count(),
  expired: count(),
  already_used: count(),
  blocked: count(),
  not_found: count(),
  other_device: count(),
  insufficient_balance: count(),
  denied: count(),
  /** Neither vended nor accepted; of those that were refused or vended. */
  refused: count(),
  refused_share: share(),
  /** Paid with keys of key clients. */
  client_vends: count(),
  client_amount: amount(),
  /** Machines at the end of the period; those of them that were not there when it began, and those that were and are not. */
  devices: count(),
  came: count(),
  went: count(),
  /** Of the machines what is so now; not told of a period that is over. */
  in_work: count(),
  hidden: count(),
  online: count(),
  offline: count(),
  with_telemetry: count(),
  with_terminal: count(),
  /** What royalty is taken of: paid sales of all sources; the percent that held when they were made, weighted by them. */
  base: amount(),
  royalty_percent: share(),
  royalty: amount(),
  /** Of vends for partners' cards: what cells cost then where that is known, how much less was taken, and vends of which it is not known. */
  full_price: amount(),
  discount: amount(),
  unpriced: count(),
  /** What a franchise or who holds a card paid, and all its royalty so far without all its payments; not told to who sees a part of its machines. */
  paid: amount(),
  owed: amount(),
  /** Of cash taken out of machines: what audits say was in them, what was counted, and how far that is from it where both are known. */
  cash_expected: amount(),
  cash_collected: amount(),
  cash_difference: amount(),
  /** A day, in the 30 days before a move and after it. */
  takings_before: amount(),
  takings_after: amount(),
};
export type MeasureName = keyof typeof MEASURES;
