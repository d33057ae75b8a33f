import { sql } from "drizzle-orm";
import { afterAll, expect, it } from "vitest";
import { z } from "zod";
import { acceptedSchema } from "~server/contract/audit";
import { rebuildSales } from "~server/vending/areas/audits/rebuild";
import { rows, run } from "~server/vending/database/query";
import { random } from "../unit/evadts/random";
import { testApi } from "./app";
import { makeDevice, makeModel } from "./network";
import { damaged, read } from "./reads";

// A read that follows all others is placed by what is kept of them (audit_tails), without looking at them.

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

const upload = async (device: number, bytes: Uint8Array | string) =>
  acceptedSchema.parse((await root.raw(`/devices/${device}/audits`, bytes)).data);
const positions = async (device: number) =>
  (
    await rows(
      api.pool,
      z.object({ position: z.number() }),
      sql`select position from audit_reads where device_id = ${device} order by file_id`,
    )
  ).map(({ position }) => position);

it("looks at the tail alone, and not at what another process kept", async () => {
  const device = await makeDevice(root, model);
  for (const number of [1, 2, 3]) await upload(device, read({ number, vends: number * 10 }));
  // A tail that lies tells who believes it.
  const lie = sql`update audit_tails set tail = jsonb_set(tail, '{tail,position}', '100') where device_id = ${device}`;
  await run(api.pool, lie);
  await upload(device, read({ number: 4, vends: 40 }));
  expect(await positions(device)).toEqual([0, 1, 2, 101]);
  await run(api.pool, sql`update audit_tails set writer = gen_random_uuid() where device_id = ${device}`);
  await upload(device, read({ number: 5, vends: 50 }));
  expect(await positions(device)).toEqual([0, 1, 2, 3, 4]);
});

/** All that is derived of a machine's reads and kept of their tail, but for who kept it. What is left out is no part of it. */
const derivedOf = async (device: number) => ({
  reads: await rows(
    api.pool,
    z.unknown(),
    sql`select file_id, report, state, chain, position, previous_file, previous_report, kind, doubt, missing_reads, period, lines, from_at, to_at, earliest, latest, covered, cut_at
    from audit_reads where device_id = ${device} and kind is not null order by file_id, report`,
  ),
  sales: await rows(api.pool, z.unknown(), sql`select * from sales where device_id = ${device} order by id`),
  tail: await rows(api.pool, z.unknown(), sql`select tail from audit_tails where device_id = ${device}`),
});

it.each([1, 2, 3, 4, 5, 6])("ends in the same places and with the same tail as a rebuild: %d", async (seed) => {
  const next = random(40 + seed);
  const device = await makeDevice(root, model);
  const files: number[] = [];
  const late: Uint8Array[] = [];
  const hand = async (bytes: Uint8Array | string) => files.push((await upload(device, bytes)).file_id);
  let vends = 0;
  for (let number = 1; number <= 18; number++) {
    vends += Math.floor(next() * 30);
    const fate = next();
    const said = { number, vends, serial: fate < 0.05 ? "OTHER" : "TAIL" };
    if (fate > 0.95) continue;
    if (fate > 0.88) late.push(read(said));
    else await hand(fate > 0.82 ? damaged(said) : read(fate > 0.78 ? { ...said, vends: vends + 4_000 } : said));
    if (next() < 0.2) for (const bytes of late.splice(0)) await hand(bytes);
    if (files.length && next() < 0.12) {
      const file = files[files.length - 1 - Math.floor(next() * Math.min(3, files.length))];
      await root.post(`/devices/${device}/audits/${file}/decision`, { decision: next() < 0.6 ? "leave_out" : "count" });
    }
    if (next() < 0.3 || number === 18) {
      const before = await derivedOf(device);
      await rebuildSales(api.pool, [device]);
      expect(await derivedOf(device)).toEqual(before);
    }
  }
});
