import { parseArgs } from "node:util";
import { z } from "zod";
import { HOUR } from "../demonstration/calendar";
import { usedMeter } from "../demonstration/meter";
import { type Faults, NO_FAULTS, USUAL_FAULTS } from "./faults";
import { inventFleet } from "./fleet";
import { Ledger } from "./ledger";
import { catchUp, playOn } from "./play";
import { provision } from "./provision";
import { SimulatedUnit } from "./unit";

const HELP = `Plays a fleet of machines against a vending API.

  npm run simulate -- --url http://127.0.0.1:3001 --units 20 --days 2

  --url      the vending API (http://127.0.0.1:3001)
  --units    how many machines (20)
  --seed     the same seed plays the same fleet, to the kopeck (demo)
  --days     so many days that are over are handed in first, as fast as they are taken (0)
  --speed    those days are played so many times as fast as real time instead: 60 is an hour a minute
  --once     end when the days are handed in, and print what the machines sold
  --perfect  nothing goes wrong: no repeated, lost or late batches, no wrong clocks

ADMIN_EMAIL and ADMIN_PASSWORD name an account that may make machines. Those that are missing are made, with their
places, models, planograms and recipes, and are filled before they sell.`;

const options = z
  .object({
    url: z.url().default("http://127.0.0.1:3001"),
    units: z.coerce.number().int().min(1).max(20_000).default(20),
    seed: z
      .string()
      .regex(/^\w{1,20}$/)
      .default("demo"),
    days: z.coerce.number().min(0).max(55).default(0),
    speed: z.coerce.number().min(1).max(100_000).optional(),
    once: z.boolean().default(false),
    perfect: z.boolean().default(false),
    help: z.boolean().default(false),
  })
  .refine(({ speed, once }) => !(speed && once), { path: ["speed"], error: "not together with --once" });

await main().catch((error: unknown) => {
  process.exitCode = 1;
  console.error(error instanceof Error ? error.message : error);
});

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      url: { type: "string" },
      units: { type: "string" },
      seed: { type: "string" },
      days: { type: "string" },
      speed: { type: "string" },
      once: { type: "boolean" },
      perfect: { type: "boolean" },
      help: { type: "boolean" },
    },
  });
  const read = options.safeParse(values);
  if (!read.success || read.data.help) {
    console.log(
      read.success
        ? HELP
        : `${read.error.issues.map((issue) => `--${issue.path.join(".")}: ${issue.message}`).join("\n")}\n\n${HELP}`,
    );
    process.exitCode = read.success ? 0 : 1;
    return;
  }
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = process.env;
  if (!email || !password)
    throw new Error("ADMIN_EMAIL and ADMIN_PASSWORD must name an account that may make machines");
  await simulate({ ...read.data, email, password });
}

async function simulate({
  url,
  units: size,
  seed,
  days,
  speed,
  once,
  perfect,
  email,
  password,
}: z.infer<typeof options> & { email: string; password: string }): Promise<void> {
  const stopping = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stopping.abort());
  const machines = inventFleet(size, seed);
  const secrets = await provision(url, { email, password }, machines);
  const ledger = new Ledger();
  const to = Math.floor(Date.now() / 1_000) * 1_000;
  const from = to - days * 24 * HOUR;
  const faults: Faults = perfect ? NO_FAULTS : USUAL_FAULTS;
  const units = machines.map(
    (machine) =>
      new SimulatedUnit({
        machine,
        secret: secrets.get(machine.unit.serial) ?? "",
        from,
        meter: usedMeter(machine, from),
        faults,
        readEvery: 6 * HOUR,
        ledger,
        filledFirst: true,
        link: (path, init) => fetch(url + path, init),
      }),
  );
  const pace = { atOnce: 8, pauseMs: 0 };
  if (days && !speed)
    await catchUp(units, from, to, pace, stopping.signal, (at) =>
      console.log(`${new Date(at).toISOString()}  ${ledger.paid.count} vends`),
    );
  if (!once) {
    console.log(
      `${size} machines live${speed ? `, ${speed} times as fast as real time till they have caught up` : ""}.`,
    );
    await playOn(units, pace, stopping.signal, speed ? { fast: { from, speed } } : {});
  }
  const { count, amount } = ledger.paid;
  console.log(`${size} machines sold ${count} times for ${(amount / 100).toFixed(2)} UAH.`);
}
