import type { ReportCounters } from "~server/contract/audit-counters";
import { cashSection, lifetimeSection } from "./report-money.server";
import { productsSection } from "./report-products.server";
import type { Section } from "./report-section";
import { logSection, upkeepSection } from "./report-upkeep.server";
import type { Words } from "./report-words.server";

/** The parts of a report that have something to say. */
export const reportSections = (words: Words, counters: ReportCounters): Section[] =>
  [lifetimeSection, cashSection, productsSection, logSection, upkeepSection]
    .map((section) => section(words, counters))
    .filter(({ items, tables }) => items.length > 0 || tables.length > 0);
