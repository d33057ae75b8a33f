import { decimal, integer, money } from "../fields";
import { byHour } from "./hours";
import { byTypeCount, byTypeSum } from "./key-types";
import { byCounter, byReached, byStageTime } from "./payment-measures";

const count = () => integer({ readOnly: true });
const amount = () => money({ readOnly: true });
const quantity = () => decimal({ scale: 3, readOnly: true });
const ratio = () => decimal({ scale: 2, readOnly: true });
const time = () => integer({ unit: "duration", readOnly: true });
const share = () => decimal({ scale: 2, unit: "percent", readOnly: true });

/** What reports count and sum up; how is said in `areas/reports/facts`. Money in kopecks, times in seconds. */
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
  /** How much of an ingredient went into vends, in its unit, and in packs of today's size; doses are counted by vends. */
  used: quantity(),
  used_paid: quantity(),
  used_free: quantity(),
  used_test: quantity(),
  packs: decimal({ scale: 2, readOnly: true }),
  doses: count(),
  uncosted_doses: count(),
  used_cost: amount(),
  /** What was put into machines less what was taken out again; what was thrown away there; what is left of the first after both. */
  loaded: quantity(),
  wasted: quantity(),
  left_over: quantity(),
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
  /** Movements of keys: how many, of how many keys, and of one its amount with its sign and what the pocket had after it. */
  key_moves: count(),
  keys: count(),
  moved: amount(),
  balance_after: amount(),
  /** Of each pocket what keys had before, what came in and went out, and what they had then; not told of a part of what they had. */
  main_opening: amount(),
  main_in: amount(),
  main_out: amount(),
  main_closing: amount(),
  bonus_opening: amount(),
  bonus_in: amount(),
  bonus_out: amount(),
  bonus_closing: amount(),
  ...byTypeSum(amount),
  ...byTypeCount(count),
  /** Online payments, those that ended with a product, and what went back. */
  payments: count(),
  sold: count(),
  price: amount(),
  refunded: amount(),
  ...byReached(count),
  ...byCounter(count),
  ...byStageTime(() => integer({ unit: "s", readOnly: true })),
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
  /** Money of vends with a fiscal receipt, and of those whose receipt is still to be made. */
  fiscalised: amount(),
  not_fiscalised: amount(),
  /** Money of vends that was given back, when it was. */
  refunds: amount(),
  /** Of keys: money put on them, and bonuses and cashback granted; of payments by phone what their providers keep. */
  key_deposits: amount(),
  key_bonuses: amount(),
  payment_fees: amount(),
  /** A day, in the 30 days before a move and after it. */
  takings_before: amount(),
  takings_after: amount(),
  /** Of the time in work since the first contact. */
  online_share: share(),
  offline_share: share(),
  dark_share: share(),
  error_share: share(),
  offline_count: count(),
  power_cuts: count(),
  door_openings: count(),
  errors: count(),
  errors_payment: count(),
  errors_cups: count(),
  errors_drinks: count(),
  errors_water: count(),
  errors_goods: count(),
  errors_cooling: count(),
  errors_control: count(),
  errors_others: count(),
  /** An outage: offline, without power or with a blocking error, since it began; those that ended, on average. */
  longest_outage: time(),
  repair_time: time(),
  /** Of faults that a visit found, those that its first one repaired: not open again from two hours to seven days after it began. */
  first_fix: share(),
  /** Neither offline nor without power nor with a blocking error, of the time in work since the first contact. */
  available: share(),
  offline_time: time(),
  dark_time: time(),
  blocking_time: time(),
  failed: count(),
  /** Of all vends, failed ones too. */
  failed_share: share(),
  /** Paid vends, of the time in work. */
  vends_per_hour: ratio(),
  vends_per_day: ratio(),
  /** Days in work without a sale; vends that the usual week had in the time that the machine was down, and what they would have brought. */
  idle_days: count(),
  lost_vends: count(),
  lost_amount: amount(),
  /** Cash that was counted, how far it is from what audits say; and what audits counted less what telemetry told. */
  collected: amount(),
  collected_difference: amount(),
  audit_difference: amount(),
  /** A day of a machine in work. */
  per_working_day: amount(),
  /** Of the same weekdays a week before, and how far from it. */
  week_before: amount(),
  week_difference: amount(),
  ...byHour(count),
  services: count(),
  per_service: amount(),
  fills: count(),
  cleanings: count(),
  collections: count(),
  other_services: count(),
  /** Machines with a service. */
  served: count(),
  /** Machines in work whose next service is overdue now. */
  overdue: count(),
  /** Mean time of a crew at a machine, where its door or the route sheet tell when it began. */
  on_site: time(),
  /** Route sheets that ended with every machine served, and those of which some were not. */
  sheets_completed: count(),
  sheets_partly: count(),
  /** Days since somebody was there, on average of machines in work of which it is known; not told of a period that is over. */
  days_since_visit: decimal({ scale: 1, unit: "days", readOnly: true }),
  days_between: decimal({ scale: 1, readOnly: true }),
  vends_between: decimal({ scale: 1, readOnly: true }),
};
export type MeasureName = keyof typeof MEASURES;
