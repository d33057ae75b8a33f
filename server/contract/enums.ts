/** Enumerations of the specification (sections 3, 4 and 9); texts in `locales/<lang>/options.json`. */
export const DEVICE_TYPES = ["COFFEE", "COFFEE_TABLETOP", "SNACK", "TABLETOP", "OTHER", "UNDEFINED"] as const;
export const OWNERSHIP_TYPES = ["PERSONAL", "RENT"] as const;
export const INGREDIENT_TYPES = ["SNACK", "DRY", "LIQUID", "UNIT", "EXTERNAL"] as const;
/** Unit codes of section 9, in order: 1 pieces, 2 ml, 3 g, 4 kg. */
export const INGREDIENT_UNITS = ["PC", "ML", "G", "KG"] as const;
/** Price types of section 9, in order: 1 per piece, 2 per 100 ml, 3 per 100 g. */
export const PRICE_TYPES = ["PER_PIECE", "PER_100_ML", "PER_100_G"] as const;
export const ROLES = [
  "USUAL",
  "DIRECTOR",
  "BOOKKEEPER",
  "FIELD_TECHNICIAN",
  "TECHNICIAN",
  "MANAGER",
  "RESPONSIBLE",
] as const;
/** How a user or a group is limited to projects, locations and machines (section 6). */
export const ACCESS_MODES = ["UNRESTRICTED", "OPEN_ALL_PROJECTS", "OPEN_SELECTED", "CLOSE_SELECTED"] as const;
export type AccessMode = (typeof ACCESS_MODES)[number];
/** What is held before a reader: a key, a QR code, a partner's card or application. */
export const CARDS = ["rfid", "qr", "partner"] as const;
/** Payment sources of section 9; `unknown` where the audit does not tell. */
export const PAYMENT_SOURCES = ["cash", "cashless1", "cashless2", "token", "test", "free", "unknown"] as const;
/** Those of them that bring no money. */
export const UNPAID_SOURCES = ["test", "free"] as const;
/** Spans of days that sales are summed up by; weeks begin on Monday. */
export const STEPS = ["day", "week", "month"] as const;
export const DEVICE_STATUSES = ["ONLINE", "OFFLINE", "NEVER"] as const;
export const TELEMETRY_TYPES = ["MDB", "DEX", "DDCMP", "BUILT_IN"] as const;
/** Ordinary crews serve machines; a replacement crew stands in for others. */
export const WEEKDAYS = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"] as const;
export const CREW_TYPES = ["CREW", "REPLACEMENT"] as const;
/** Stock moves: from a supplier, to another warehouse, out of the books, to a crew and back. */
export const MOVE_KINDS = ["RECEIPT", "TRANSFER", "WRITE_OFF", "ISSUE", "RETURN"] as const;
/** All moves of the ledger: besides those that are entered, into a machine and out of it, what its vends used, and differences of counts. */
export const STOCK_KINDS = [...MOVE_KINDS, "FILL", "TAKE_OUT", "CONSUMPTION", "COUNT"] as const;
/** Of a route sheet, in the order in which it comes to them (`SHEET_STEPS`). */
export const SHEET_STATUSES = [
  "DRAFT",
  "NEW",
  "APPROVED",
  "ACCEPTED",
  "LOADED",
  "COMPLETED",
  "PARTLY_COMPLETED",
  "CANCELED",
] as const;
export type SheetStatus = (typeof SHEET_STATUSES)[number];
/** Why stock is written off. */
export const WRITE_OFF_REASONS = ["EXPIRED", "DAMAGED", "SPILLED", "LOST", "QUALITY", "OTHER"] as const;
export const READER_TYPES = ["NONE", "RFID", "QR", "RFID_QR", "PAX"] as const;
/** Region codes of section 9: the 2004 series of Ukrainian vehicle plates. */
export const REGIONS = [
  "AK",
  "AB",
  "AC",
  "AE",
  "AH",
  "AM",
  "AO",
  "AP",
  "AT",
  "AI",
  "AA",
  "BA",
  "BB",
  "BC",
  "BE",
  "BH",
  "BI",
  "BK",
  "BM",
  "BO",
  "AX",
  "BT",
  "BX",
  "CA",
  "CB",
  "CE",
  "CH",
] as const;
/** Why an audit file was read (telemetry unit header `X-Read-Reason`, or staff). */
export const READ_REASONS = ["schedule", "request", "door", "collection", "staff"] as const;
export const FIRMWARE_TYPES = ["TELEMETRY", "DEVICE", "PAX"] as const;
export const CASH_DESK_STATES = ["OPEN", "CLOSED"] as const;
export const KEY_TYPES = ["BALANCE", "ONE_TIME_PURCHASE", "BONUS", "UNLIMITED", "CASHBACK"] as const;
export const QR_STATES = ["NOT_USED", "USED", "EXPIRED", "BLOCKED"] as const;
export const TICKET_PRIORITIES = ["MEDIUM", "HIGH", "CRITICAL"] as const;
export type TicketPriority = (typeof TICKET_PRIORITIES)[number];
export const TICKET_TYPES = ["GENERAL", "DEVICE_PROBLEM"] as const;
/** The eight built-in statuses: `WAITING_REPLY` waits for us, `REPLIED` for the client. */
export const TICKET_STATUSES = [
  "NEW",
  "IN_PROGRESS",
  "WAITING_REPLY",
  "REPLIED",
  "ON_HOLD",
  "NEEDS_REVIEW",
  "RESOLVED",
  "CLOSED",
] as const;
export type TicketStatus = (typeof TICKET_STATUSES)[number];
/** Colours of custom ticket states; each is a readable pair in both themes (app/resource/tones.ts). */
export const STATE_COLOURS = ["GREY", "BLUE", "GREEN", "YELLOW", "RED"] as const;
/** Of a reply: not yet with anybody, handed to the message service, opened by somebody else. */
export const DELIVERY_STATES = ["WAIT", "DELIVERED", "RECEIVED"] as const;
/** Whether the person responsible for a ticket still can be: `NOT_FOUND` is gone or blocked, `NO_LONGER` lost the flag or the permission. */
export const RESPONSIBLE_STATES = ["OK", "NOT_FOUND", "NO_LONGER"] as const;
