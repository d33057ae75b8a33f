import { TIME_ZONE } from "~server/contract/time";

const days = new Intl.DateTimeFormat("sv-SE", { timeZone: TIME_ZONE });

/** The calendar day of a moment by the company's clock, "YYYY-MM-DD". */
export const dayText = (at: number): string => days.format(at);
