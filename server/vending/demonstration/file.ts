import { auditCrc } from "../evadts/crc";
import { writeAudit } from "../evadts/write";
import { kyivTime, type Moment } from "./calendar";
import type { Machine } from "./machines";
import type { Meter } from "./meter";

/** What some firmware states whatever it sends (seen on eleven real machines). */
const CONSTANT_CRC = "2321";

/** Reads the machine's counters out at a moment: the read itself is counted, and the audit file is what a unit would send. */
export function readOut(machine: Machine, meter: Meter, at: Moment): string {
  meter.readsTotal++;
  meter.time = machine.quirk === "no_clock" ? "" : kyivTime(at);
  const file = machine.payments[2] > 0 ? withTerminal(meter) : writeAudit(meter);
  meter.previousReadTime = meter.time || null;
  return machine.quirk === "no_check_value" ? restate(file, CONSTANT_CRC) : file;
}

/** The same file with another check value. */
export const restate = (file: string, crc: string): string => file.replace(/^G85\*[0-9A-F]+/m, `G85*${crc}`);

/**
 * An audit of a machine with a bank terminal as its second cashless device: `writeAudit` knows one, so both are
 * written as one and then told apart in DB2 and PA7.
 */
function withTerminal(meter: Meter): string {
  const both = writeAudit({
    ...meter,
    products: meter.products.map((product) => ({
      ...product,
      cashless1: {
        count: product.cashless1.count + product.cashless2.count,
        value: product.cashless1.value + product.cashless2.value,
      },
    })),
  });
  const products = new Map(meter.products.map((product) => [product.selection, product]));
  const lines = both
    .split("\r\n")
    .filter((line) => line && !/^(DXS|G85|SE|DXE)\*/.test(line))
    .flatMap((line): string[] => {
      if (line.startsWith("DA2*")) return [line, `DB2*${meter.cashless2.value}*${meter.cashless2.count}`];
      const [, selection = "", price = ""] = /^PA7\*([^*]+)\*DA\*1\*(\d+)/.exec(line) ?? [];
      const product = products.get(selection);
      if (!product) return [line];
      const by = (device: string, list: number, { count, value }: Meter["cash"]) =>
        `PA7*${selection}*${device}*${list}*${price}*${count}*${value}`;
      return [by("DA", 1, product.cashless1), by("DB", 2, product.cashless2)];
    });
  const [start = ""] = both.split("\r\n");
  return [start, ...lines, `G85*${auditCrc(lines)}`, `SE*${lines.length + 2}*0001`, "DXE*1*1", ""].join("\r\n");
}
