import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { device as deviceEntity } from "~server/contract/entities/devices";
import { SCAN_RESULTS } from "~server/contract/telemetry-events";
import { run } from "~server/vending/database/query";
import { random } from "../unit/evadts/random";
import { idOf } from "./app";
import { dayOf, movingNetwork, reportFor, rowsOf, tallied } from "./moving";
import { saved } from "./samples";
import { DAY, iso } from "./unit";

const RATE = 41.37;
/** Euros have no rate before. */
const RATED_FROM = dayOf(Date.now() - 9 * DAY);

interface Scan {
  device: number;
  at: number;
  result: (typeof SCAN_RESULTS)[number];
  code: string;
  price: number;
  /** A machine asked about it: prices are in hryvnias. */
  isAsk?: true;
}

let serial = 0;

it.each([1, 2, 3])("codes are counted where machines stood when they were held before them: %d", async (seed) => {
  const draw = random(seed);
  const network = await movingNetwork(draw);
  const { api, root, pick, units } = network;
  const euro = units[1]?.device ?? 0;
  expect((await saved(root, deviceEntity, euro, { audit_currency: "EUR" })).status).toBe(200);
  await root.post("/currency_rates", { currency: "EUR", rate: RATE, from_day: RATED_FROM });
  const faces = new Map<string, number>();
  const codes = await Promise.all(
    [1, 2, 3, 4].map(async () => {
      const [code, amount] = [`QRCODE${10_000 + ++serial}`, 100 * (1 + Math.floor(draw() * 50))];
      faces.set(code, amount);
      return { code, id: idOf(await root.post("/qr_codes", { code, amount })) };
    }),
  );
  const scans: Scan[] = [];
  const scan = async () => {
    const unit = pick(units);
    const told = Array.from({ length: 6 }, () => ({
      at: network.earlier(),
      // Some codes are known to nobody.
      code: pick([...codes, { code: `UNKNOWN${++serial}` }]).code,
      result: pick([...SCAN_RESULTS, "vended", "vended"] as const),
      price: 100 * (1 + Math.floor(draw() * 60)),
    }));
    const event = ({ at, ...one }: (typeof told)[number], t: string) => ({
      id: `s${++serial}`,
      t,
      at: iso(at),
      cell: "1",
      ...one,
    });
    await unit.send({ events: [...told.map((one) => event(one, "qr")), ...told.map((one) => event(one, "rfid"))] });
    scans.push(...told.map((one) => ({ ...one, device: unit.device })));
  };
  /** Machines ask before they vend, and need not tell of it as readers do. */
  const ask = async () => {
    for (let n = 0; n < 6; n++) {
      const { device } = pick(units);
      const [at, price] = [network.earlier(), 100 * (1 + Math.floor(draw() * 60))];
      const code = pick([...codes, { code: `UNKNOWN${++serial}` }]).code;
      const state = pick(["captured", "captured", "released", "expired", "held", "refused"]);
      const refusals = SCAN_RESULTS.filter((one) => one !== "vended" && one !== "accepted");
      const result = state === "refused" ? pick(refusals) : "accepted";
      // What a reader told of, too, is one and the same.
      const told = state === "captured" ? pick(["nowhere", "scan", "sale"]) : "nowhere";
      const isTold = told !== "nowhere";
      const sale = randomUUID();
      if (isTold) {
        const id = `a${++serial}`;
        const event = { id, t: "qr", at: iso(at), cell: "1", code, result: "vended", price };
        await units.find((one) => one.device === device)?.send({ events: [event] });
        await run(
          api.pool,
          sql`update scans set sale_id = ${sale} where device_id = ${device} and at = ${iso(at)} and code = ${code}`,
        );
      }
      await run(
        api.pool,
        sql`
        insert into authorisations (id, device_id, placement_id, card, code, price, result, state, at, sale_id, scan_id)
        values (${randomUUID()}, ${device}, 1, 'qr', ${code}, ${price}, ${result}, ${state}, ${iso(at)},
          ${state === "captured" && told !== "scan" ? sale : null}, ${told === "scan" ? randomUUID() : null}),
          (${randomUUID()}, ${device}, 1, 'rfid', ${code}, ${price}, ${result}, ${state}, ${iso(at)}, null, null)`,
      );
      const outcome = SCAN_RESULTS.find((one) => one === result) ?? "accepted";
      scans.push({
        ...{ device, at, code, price, result: state === "captured" ? "vended" : outcome },
        ...(isTold ? {} : { isAsk: true }),
      });
    }
  };
  const priceOf = ({ device, at, price, isAsk }: Scan) =>
    isAsk || device !== euro ? price : dayOf(at) >= RATED_FROM ? Math.floor(price * RATE + 0.5) : 0;
  const sum = (of: readonly Scan[], value: (scan: Scan) => number) => of.reduce((all, one) => all + value(one), 0);
  const vended = (of: readonly Scan[]) => of.filter(({ result }) => result === "vended");
  const short = (of: readonly Scan[]) => ({
    codes_vended: vended(of).length,
    face_value: sum(vended(of), ({ code }) => faces.get(code) ?? 0),
    vended_price: sum(vended(of), priceOf),
  });
  const advanced = (of: readonly Scan[]) => {
    const counts = Object.fromEntries(
      SCAN_RESULTS.map((one) => [one, of.filter(({ result }) => result === one).length]),
    );
    const { vended: codes_vended = 0, ...others } = counts;
    const refused = of.length - codes_vended - (others.accepted ?? 0);
    const decided = refused + codes_vended;
    const refused_share = decided ? Math.round((refused / decided) * 10_000) / 100 : null;
    return { ...others, scans: of.length, codes_vended, refused, refused_share };
  };
  const check = async (step: number) => {
    const { from, to } = network.days();
    const project = draw() < 0.3 ? pick(network.projects) : undefined;
    const asked = { from, to, ...(project ? { project: String(project) } : {}) };
    for (const [n, { who, sees }] of network.viewers.entries()) {
      const known = scans.flatMap((one) => {
        const [place, day] = [network.placeOf(one.device, one.at), dayOf(one.at)];
        const asks = day >= from && day <= to && (project === undefined || place.project_id === project);
        return asks && sees(place, one.device) ? [{ ...one, location: place.location_id }] : [];
      });
      const reports = [
        ["aggregated_sales_per_device_by_qr", "device", tallied(known, ({ device }) => String(device), short)],
        ["aggregated_sales_per_location_by_qr", "location", tallied(known, ({ location }) => String(location), short)],
        [
          "advanced_aggregated_sales_per_device_by_qr",
          "device",
          tallied(known, ({ device }) => String(device), advanced),
        ],
      ] as const;
      for (const [report, cut, slow] of reports) {
        // Where nothing was vended there is nothing to say.
        const rows = Object.entries(slow.rows).filter(([, one]) => "scans" in one || one.codes_vended !== 0);
        expect([step, n, report, asked, rowsOf(await reportFor(who, report, asked), cut)]).toEqual([
          ...[step, n, report, asked],
          { rows: Object.fromEntries(rows), total: slow.total },
        ]);
      }
    }
  };
  for (let step = 0; step < 24; step++) {
    await pick([scan, scan, ask, network.change])();
    if (step === 12) expect((await root.post(`/qr_codes/${codes[0]?.id}/delete`)).status).toBe(200);
    if (step % 3 === 2) await check(step);
  }
});
