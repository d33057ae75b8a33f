import type { Vends } from "../evadts/write";
import type { Happening } from "./happening";
import type { Machine, Source } from "./machines";
import type { Meter } from "./meter";

const TUBE_HOLDS = 70;

/** Counts what happened. */
export function count(meter: Meter, machine: Machine, happenings: readonly Happening[]): void {
  for (const happening of happenings) {
    switch (happening.what) {
      case "vend":
        if (happening.source === "cash") takeCash(meter, machine.cells[happening.cell]?.price ?? 0, happening.change);
        sell(meter, machine, happening.cell, happening.source, 1);
        break;
      case "test":
      case "free":
        giveAway(meter, machine, happening.cell, happening.what);
        break;
      case "fault":
      case "repair":
        noteEvent(meter, happening.event, happening.what === "fault");
        break;
      case "outage":
        meter.powerOutages++;
        break;
      case "failed":
      case "power":
      case "opened":
      case "closed":
      case "filled":
      case "collected":
      case "warmth":
      case "scan":
      case "terminal":
      case "restarted":
        break;
    }
  }
}

/** Counts vends of one cell. */
export function sell(meter: Meter, machine: Machine, index: number, source: Source, times: number): void {
  const cell = machine.cells[index];
  if (!cell) return;
  const product = meter.products.find(({ selection }) => selection === cell.selection);
  for (const vends of [meter.paid, meter[source], product?.[source]]) if (vends) add(vends, cell.price, times);
}

function add(vends: Vends, price: number, times: number): void {
  vends.count += times;
  vends.value += price * times;
}

/** Hundreds go as bills and smaller change as coins; who has no change gives the next full hundred and gets coins back. */
export function takeCash(meter: Meter, price: number, withChange: boolean): void {
  const { cashBox, tubes } = meter;
  const bill = 2_000;
  const back = Math.ceil(price / bill) * bill - price;
  const change = withChange && payOut(tubes, back) ? back : 0;
  const bills = change > 0 ? price + change : Math.floor(price / bill) * bill;
  cashBox.inserted += price + change;
  cashBox.bills += bills;
  let coins = price + change - bills;
  for (const tube of [...tubes].reverse()) {
    for (; coins >= tube.coin && tube.count < TUBE_HOLDS; coins -= tube.coin) {
      tube.count++;
      cashBox.toTubes += tube.coin;
    }
    tube.full = tube.count >= TUBE_HOLDS;
  }
  cashBox.toBox += coins;
}

/** Takes change out of the tubes, largest coins first; false, and nothing is taken, when they cannot give it. */
function payOut(tubes: Meter["tubes"], amount: number): boolean {
  let left = amount;
  const taken = [...tubes].reverse().map((tube) => {
    const coins = Math.min(tube.count, Math.floor(left / tube.coin));
    left -= coins * tube.coin;
    return { tube, coins };
  });
  if (left > 0) return false;
  for (const { tube, coins } of taken) {
    tube.count -= coins;
    tube.full = tube.count >= TUBE_HOLDS;
  }
  return true;
}

function giveAway(meter: Meter, machine: Machine, index: number, kind: "test" | "free"): void {
  const cell = machine.cells[index];
  if (!cell) return;
  add(meter[kind], cell.price, 1);
  const product = meter.products.find(({ selection }) => selection === cell.selection);
  if (product) product[kind]++;
}

function noteEvent(meter: Meter, id: string, active: boolean): void {
  const event = meter.events.find((one) => one.id === id);
  if (!event) return;
  event.active = active;
  if (active) event.count++;
}
