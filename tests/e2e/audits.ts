import { writeAudit } from "~server/vending/evadts/write";

/** Audit file of a machine that since its beginning has sold coffee for 30 UAH in cash and for 35 by card. `reads` counts its reads. */
export function audit(reads: number, time: string, cash: number, card: number): string {
  const cashSold = { count: cash, value: cash * 3000 };
  const cardSold = { count: card, value: card * 3500 };
  const none = { count: 0, value: 0 };
  return writeAudit({
    communicationId: "TST0000001",
    serial: "TST0001",
    model: "Test 1",
    build: "1",
    assetNumber: null,
    controlBoard: "CB1",
    time,
    previousReadTime: null,
    readsWithReset: reads,
    readsTotal: reads,
    resetsTotal: reads,
    initialisedAt: "2025-01-01T10:00:00",
    paid: { count: cash + card, value: cashSold.value + cardSold.value },
    test: none,
    free: none,
    cash: cashSold,
    cashless1: cardSold,
    cashBox: { inserted: cashSold.value, toBox: cashSold.value, toTubes: 0, bills: 0 },
    tubes: [],
    products: [
      { selection: "1", name: "Espresso", price: 3000, cash: cashSold, cashless1: none, test: 0, free: 0 },
      { selection: "2", name: "Latte", price: 3500, cash: none, cashless1: cardSold, test: 0, free: 0 },
    ],
    events: [],
    powerOutages: 0,
  });
}

const DAY = 24 * 3600 * 1000;
/** Kyiv's clock some days ago, as a machine tells it. */
export const kyiv = (daysAgo: number, time: string) =>
  `${new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Kyiv", dateStyle: "short" }).format(Date.now() - daysAgo * DAY)}T${time}`;
