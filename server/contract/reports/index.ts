import * as consumption from "./consumption";
import * as crews from "./crews";
import * as keys from "./keys";
import * as machines from "./machines";
import * as money from "./money";
import * as own from "./own";
import * as payments from "./payments";
import * as qr from "./qr";
import type { Report } from "./report";
import * as sales from "./sales";

/** Every report; the menu has an order of its own. */
export const REPORTS: readonly Report[] = [sales, consumption, qr, machines, crews, money, keys, payments, own].flatMap(
  (area) => Object.values(area),
);

export const reportNamed = (name: string | undefined): Report | undefined => REPORTS.find((one) => one.name === name);

/** The report at a path of the web. */
export const reportAt = (path: string): Report | undefined => REPORTS.find((one) => one.path === path);
