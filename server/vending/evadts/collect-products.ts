import type { PaymentCounters, ProductCounters, SaleSource, Tally } from "./counters";
import { counter, money, price, text, type Segment } from "./fields";

const DEVICES: Record<string, SaleSource> = { CA: "cash", DA: "cashless1", DB: "cashless2", TA: "token" };
const PRICE_LISTS: Record<string, SaleSource> = { "0": "cash", "1": "cashless1" };

export const EMPTY_TALLY: Tally = { count: null, value: null, countInterval: null, valueInterval: null };

/**
 * Products in the order of the report. PA2, PA3 and PA4 belong to the PA1 before them; PA7 and LA1
 * carry their own selection id. PA7 may also stand alone, and so may the price lists of cash and of cards where no PA1
 * says what products there are; what else makers keep in lists are no products.
 */
export function collectProducts(segments: readonly Segment[], decimals: number): ProductCounters[] {
  const shelf = new Shelf();
  const seen = new Set<string>();
  const lists: Segment[] = [];
  let current: ProductCounters | null = null;
  for (const segment of segments) {
    if (segment.id === "PA1") current = shelf.declare(segment, decimals);
    else if (segment.id === "PA7" || segment.id === "LA1") {
      const line = [segment.id, ...segment.fields].join("*");
      if (seen.has(line)) continue;
      seen.add(line);
      if (segment.id === "PA7") shelf.pay(segment, decimals);
      else lists.push(segment);
    } else if (current !== null) takeVends(current, segment, decimals);
  }
  const isDeclared = segments.some(({ id }) => id === "PA1");
  for (const list of lists)
    if (shelf.has(list) || (!isDeclared && Object.hasOwn(PRICE_LISTS, text(list, 1) ?? ""))) shelf.pay(list, decimals);
  return shelf.products.map(preferDevices);
}

/** Which product a PA1 begins. */
export const selectionOf = (pa1: Segment): string | null => text(pa1, isShifted(pa1) ? 2 : 1);

/** Kikko writes the id into the second slot (`PA1**1*5`); what the third means is not known. */
const isShifted = (pa1: Segment): boolean => text(pa1, 1) === null;

/** Finds products by selection id; "1" and "01" are one product unless both are declared. */
class Shelf {
  readonly products: ProductCounters[] = [];
  private readonly bySelection = new Map<string, ProductCounters>();
  /** Without leading zeros; the first of several. */
  private readonly byNumber = new Map<string, ProductCounters>();
  /** By product and {@link lineKey}. */
  private readonly lines = new Map<ProductCounters, Map<string, PaymentCounters>>();

  declare(segment: Segment, decimals: number): ProductCounters | null {
    const selection = selectionOf(segment);
    if (selection === null) return null;
    const shifted = isShifted(segment);
    const product = this.bySelection.get(selection) ?? this.add(selection);
    product.price ??= shifted ? null : price(segment, 2, decimals);
    product.name ??= shifted ? null : text(segment, 3);
    return product;
  }

  pay(segment: Segment, decimals: number): void {
    const selection = text(segment, segment.id === "PA7" ? 1 : 2);
    const line = segment.id === "PA7" ? deviceLine(segment, decimals) : priceListLine(segment, decimals);
    if (selection === null || line === null) return;
    const product = this.find(selection) ?? this.add(selection);
    const lines = this.lines.get(product);
    const same = lines?.get(lineKey(line));
    if (same) Object.assign(same, addTallies(same, line), { price: line.price ?? same.price });
    else {
      product.byPayment.push(line);
      lines?.set(lineKey(line), line);
    }
  }

  /** Whether the product of a line of a price list is known already. */
  has(list: Segment): boolean {
    return this.find(text(list, 2) ?? "") !== undefined;
  }

  private find(selection: string): ProductCounters | undefined {
    return this.bySelection.get(selection) ?? this.byNumber.get(withoutZeros(selection));
  }

  private add(selection: string): ProductCounters {
    const product: ProductCounters = {
      selection,
      name: null,
      price: null,
      paid: { ...EMPTY_TALLY },
      test: { ...EMPTY_TALLY },
      free: { ...EMPTY_TALLY },
      byPayment: [],
    };
    this.products.push(product);
    this.bySelection.set(selection, product);
    const number = withoutZeros(selection);
    if (!this.byNumber.has(number)) this.byNumber.set(number, product);
    this.lines.set(product, new Map());
    return product;
  }
}

/** Lines with equal keys count the same vends. */
export const lineKey = ({ segment, source, priceList }: PaymentCounters): string => `${segment} ${source} ${priceList}`;

function withoutZeros(selection: string): string {
  return selection.replace(/^0+(?=\d)/, "");
}

function takeVends(product: ProductCounters, segment: Segment, decimals: number): void {
  const tally = { PA2: product.paid, PA3: product.test, PA4: product.free }[segment.id];
  if (tally === undefined || Object.values(tally).some((value) => value !== null)) return;
  Object.assign(tally, countFirst(segment, 1, decimals));
}

/** PA7: id, device, price list, price, count i, value i, count r, value r. */
function deviceLine(segment: Segment, decimals: number): PaymentCounters | null {
  const source = DEVICES[text(segment, 2) ?? ""];
  if (source === undefined) return null;
  return {
    segment: "PA7",
    source,
    priceList: text(segment, 3) ?? "",
    price: price(segment, 4, decimals),
    ...countFirst(segment, 5, decimals),
  };
}

/** LA1: price list, id, price, count r, count i. */
function priceListLine(segment: Segment, decimals: number): PaymentCounters {
  const priceList = text(segment, 1) ?? "";
  return {
    segment: "LA1",
    source: PRICE_LISTS[priceList] ?? "unknown",
    priceList,
    price: price(segment, 3, decimals),
    count: counter(segment, 5),
    value: null,
    countInterval: counter(segment, 4),
    valueInterval: null,
  };
}

/** PA7 replaces LA1. */
function preferDevices(product: ProductCounters): ProductCounters {
  const devices = product.byPayment.filter((line) => line.segment === "PA7");
  return devices.length > 0 ? { ...product, byPayment: devices } : product;
}

/** Count i, value i, count r, value r from field `from` on (PA2–PA4, PA7). */
function countFirst(segment: Segment, from: number, decimals: number): Tally {
  return {
    count: counter(segment, from),
    value: money(segment, from + 1, decimals),
    countInterval: counter(segment, from + 2),
    valueInterval: money(segment, from + 3, decimals),
  };
}

/** Value i, count i, value r, count r (VA1–VA3, CA2, DA2, DB2, TA2). */
export function valueFirst(segment: Segment | undefined, decimals: number): Tally {
  if (segment === undefined) return { ...EMPTY_TALLY };
  return {
    value: money(segment, 1, decimals),
    count: counter(segment, 2),
    valueInterval: money(segment, 3, decimals),
    countInterval: counter(segment, 4),
  };
}

function addTallies(one: Tally, other: Tally): Tally {
  return {
    count: add(one.count, other.count),
    value: add(one.value, other.value),
    countInterval: add(one.countInterval, other.countInterval),
    valueInterval: add(one.valueInterval, other.valueInterval),
  };
}

/** Null stays null only when both are. */
export function add(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : one + other;
}
