import { auditCrc } from "./crc";

/** Vends since initialisation; value in kopecks. */
export interface Vends {
  count: number;
  value: number;
}

/** What a machine tells in one audit read. Counters are since initialisation, money in kopecks, times machine-local "YYYY-MM-DDTHH:mm:ss". */
export interface AuditInput {
  /** DXS01, ten characters. */
  communicationId: string;
  serial: string;
  model: string;
  build: string;
  assetNumber: string | null;
  controlBoard: string;
  /** When the machine was read. */
  time: string;
  previousReadTime: string | null;
  readsWithReset: number;
  readsTotal: number;
  resetsTotal: number;
  initialisedAt: string;
  paid: Vends;
  test: Vends;
  free: Vends;
  cash: Vends;
  cashless1: Vends;
  cashBox: { inserted: number; toBox: number; toTubes: number; bills: number };
  /** Coins in the tubes now, from the first tube on. */
  tubes: { coin: number; count: number; full: boolean }[];
  products: WrittenProduct[];
  /** EA2: event ids with how often they happened and whether they are active. */
  events: { id: string; count: number; active: boolean }[];
  powerOutages: number;
}

export interface WrittenProduct {
  selection: string;
  name: string;
  price: number;
  cash: Vends;
  cashless1: Vends;
  test: number;
  free: number;
}

type Field = string | number | null;

/**
 * A valid EVA-DTS audit, from DXS to DXE, in hryvnias with two decimals: ASCII, CRLF, right check
 * value and segment count. Interval fields are left out.
 */
export function writeAudit(input: AuditInput): string {
  const head = segment("ST", "001", "0001");
  const body = [...machine(input), ...totals(input), ...input.products.flatMap(product), ...history(input)];
  const covered = [head, ...body];
  return [
    segment("DXS", input.communicationId, "VA", "V0/6", 1),
    ...covered,
    segment("G85", auditCrc(covered)),
    segment("SE", covered.length + 2, "0001"),
    segment("DXE", 1, 1),
  ]
    .map((line) => `${line}\r\n`)
    .join("");
}

function machine(input: AuditInput): string[] {
  return [
    segment("ID1", input.serial, input.model, input.build, null, null, input.assetNumber, 6, 1),
    segment("ID4", 2, 1980, "UAH"),
    segment("ID5", ...dateTime(input.time)),
    segment("CB1", input.controlBoard, input.model, input.build),
  ];
}

function totals(input: AuditInput): string[] {
  const { inserted, toBox, toTubes, bills } = input.cashBox;
  const inTubes = input.tubes.reduce((sum, tube) => sum + tube.coin * tube.count, 0);
  return [
    segment("VA1", ...valueFirst(input.paid)),
    segment("VA2", ...valueFirst(input.test)),
    segment("VA3", ...valueFirst(input.free)),
    segment("CA2", ...valueFirst(input.cash)),
    segment("CA3", null, null, null, null, inserted, toBox, toTubes, null, null, bills),
    segment("CA15", inTubes),
    ...input.tubes.map(({ coin, count, full }, index) => segment("CA17", index, coin, count, null, null, full ? 1 : 0)),
    segment("DA2", ...valueFirst(input.cashless1)),
  ];
}

function product({ selection, name, price, cash, cashless1, test, free }: WrittenProduct): string[] {
  return [
    segment("PA1", selection, price, name),
    segment("PA2", cash.count + cashless1.count, cash.value + cashless1.value),
    segment("PA3", test),
    segment("PA4", free),
    segment("PA7", selection, "CA", 0, price, cash.count, cash.value),
    segment("PA7", selection, "DA", 1, price, cashless1.count, cashless1.value),
  ];
}

function history(input: AuditInput): string[] {
  const { readsWithReset, readsTotal, resetsTotal } = input;
  const previous = input.previousReadTime === null ? [null, null] : dateTime(input.previousReadTime);
  return [
    ...input.events.map(({ id, count, active }) => segment("EA2", id, null, count, null, active ? 1 : 0)),
    segment("EA3", readsWithReset, ...dateTime(input.time), null, ...previous, null, null, readsTotal, resetsTotal),
    segment("EA4", ...dateTime(input.initialisedAt)),
    segment("EA7", null, input.powerOutages),
  ];
}

function valueFirst({ count, value }: Vends): Field[] {
  return [value, count];
}

function dateTime(time: string): [string, string] {
  const digits = time.replace(/\D/g, "");
  return [digits.slice(0, 8), digits.slice(8, 14)];
}

/** Trailing empty fields are left out; a segment keeps at least one field. */
function segment(id: string, ...fields: Field[]): string {
  const [first = null, ...others] = fields;
  return `${id}*${encode(first)}${others
    .map((field) => `*${encode(field)}`)
    .join("")
    .replace(/\*+$/, "")}`;
}

/** Most fields: nothing in them is a mark of the format or beyond printable ASCII. */
const IS_PLAIN = /^[ -)+-\]_-~]*$/;

/** Everything but printable ASCII, and the two marks of the format, as `^hh^` of its UTF-8 bytes. */
function encode(field: Field): string {
  const text = String(field ?? "");
  if (IS_PLAIN.test(text)) return text;
  return [...Buffer.from(text, "utf8")]
    .map((byte) =>
      byte < 0x20 || byte > 0x7e || byte === 0x2a || byte === 0x5e
        ? `^${byte.toString(16).toUpperCase().padStart(2, "0")}^`
        : String.fromCharCode(byte),
    )
    .join("");
}
