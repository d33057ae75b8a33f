import { parseArgs } from "node:util";
import { z } from "zod";
import { createLiqPayStandIn } from "./liqpay";
import { createMonobankStandIn } from "./monobank";
import { createPortmoneStandIn } from "./portmone";
import { serveStandIn } from "./stand-in";

const pauses = z.array(z.int().min(0)).optional();
/** By provider, what the stand-in is told in `STAND_IN`: JSON, for arguments of a process can be read by everybody. */
const OPTIONS = {
  portmone: z.object({
    login: z.string(),
    payeeId: z.string(),
    password: z.string(),
    key: z.string(),
    notifyUrl: z.string().optional(),
    pauses,
  }),
  liqpay: z.object({
    publicKey: z.string(),
    privateKey: z.string(),
    hash: z.enum(["sha1", "sha3-256"]).optional(),
    pauses,
  }),
  monobank: z.object({ token: z.string(), pauses }),
} as const;

const { positionals, values } = parseArgs({ allowPositionals: true, options: { port: { type: "string" } } });
const provider = z.enum(["portmone", "liqpay", "monobank"]).parse(positionals[0]);
const given: unknown = JSON.parse(process.env.STAND_IN ?? "{}");

const { url, stop } = await serveStandIn(create(), Number(values.port ?? 0));
console.log(url);
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => void stop());

function create() {
  switch (provider) {
    case "portmone":
      return createPortmoneStandIn(OPTIONS.portmone.parse(given));
    case "liqpay":
      return createLiqPayStandIn(OPTIONS.liqpay.parse(given));
    case "monobank":
      return createMonobankStandIn(OPTIONS.monobank.parse(given));
  }
}
