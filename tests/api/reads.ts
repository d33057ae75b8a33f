import { envelope } from "../fixtures/evadts/build";

interface Said {
  number: number;
  vends: number;
  value?: number;
  serial?: string;
  /** Without a clock, a machine has only its numbers. */
  clock?: boolean;
  /** ID402, ID403 and ID404: decimals, country and currency. */
  currency?: string;
}

/** A read of a machine whose vends cost 10.00. */
export const read = ({
  number,
  vends,
  value = vends * 1000,
  serial = "HELD1",
  clock = true,
  currency = "2*1980*UAH",
}: Said): Uint8Array =>
  envelope([
    `ID1*${serial}*KIKKO*3`,
    `ID4*${currency}`,
    `EA3*${number}*${clock ? `2504${String(number + 9)}*0900` : "*"}******${number}`,
    `VA1*${value}*${vends}`,
    `CA2*${value}*${vends}`,
    "PA1*1*1000",
    `PA2*${vends}*${value}`,
  ]);
/** The same with one byte of a product changed on its way. */
export const damaged = (said: Said): string => Buffer.from(read(said)).toString("latin1").replace("PA1*1*", "PA1*7*");
