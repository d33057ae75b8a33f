import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { QR_STATES } from "~server/contract/enums";
import { qrBatchStateSchema } from "~server/contract/qr-batches";
import { historySchema, type Ref, refSchema } from "~server/contract/record";
import { SCAN_RESULTS } from "~server/contract/telemetry-events";
import { forgetMade } from "~server/vending/resource/once";
import { random } from "../unit/evadts/random";
import { idOf, type Person, testApi } from "./app";
import { makeDevice, makeModel } from "./network";
import { callingUnit, iso, MINUTE } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const model = await makeModel(root);

type Values = Record<string, string | number>;
const newBatch = (over: Values = {}, person: Person = root) =>
  person.post("/qr_batches", { name: "Акція", codes_count: 3, amount: 4500, key: randomUUID(), ...over });
const codeSchema = z.looseObject({
  id: z.number(),
  version: z.number(),
  code: z.string(),
  state: z.enum(QR_STATES),
  batch: refSchema.nullable(),
});
const codesOf = async (batch: number, person: Person = root) =>
  z
    .object({ items: z.array(codeSchema), total: z.number() })
    .parse((await person.get(`/qr_codes?batch=${batch}&limit=1000&sort=created_at`)).data).items;
const stateOf = async (batch: number, person: Person = root) =>
  qrBatchStateSchema.parse((await person.get(`/qr_batches/${batch}/state`)).data);
const count = async (table: "qr_codes" | "qr_batches" | "made_once") =>
  z.object({ count: z.coerce.number() }).parse((await api.pool.query(`select count(*) from ${table}`)).rows[0]).count;
const counted = <T extends string>(values: readonly T[]) => {
  const counts: Partial<Record<T, number>> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

describe("a batch", () => {
  it("is as many codes, each as the batch says, with a history of its own", async () => {
    const device = await makeDevice(root, model);
    const id = idOf(
      await newBatch({ name: "Літо", codes_count: 250, device, expires_on: "2199-12-31", note: "Для гостей" }),
    );
    expect((await root.get(`/qr_batches/${id}`)).data).toMatchObject({
      name: "Літо",
      codes_count: 250,
      used_count: 0,
      author: root.email,
      blocked: false,
      device: { id: device },
    });
    const codes = await codesOf(id);
    expect(codes).toHaveLength(250);
    expect(new Set(codes.map(({ code }) => code)).size).toBe(250);
    for (const code of codes) {
      expect(code.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/);
      expect(code).toMatchObject({
        state: "NOT_USED",
        batch: { id, label: "Літо" } satisfies Ref,
        device: { id: device },
        recipe: null,
        amount: 4500,
        expires_on: "2199-12-31",
        version: 1,
      });
    }
    const last = codes.at(-1);
    const { items } = historySchema.parse((await root.get(`/qr_codes/${last?.id}/history`)).data);
    expect(items).toMatchObject([{ action: "create", author: root.email }]);
    expect(items[0]?.changes).toEqual(
      expect.arrayContaining([
        { field: "code", before: null, after: last?.code },
        { field: "batch", before: null, after: { id, label: "Літо" } },
        { field: "amount", before: null, after: 4500 },
      ]),
    );
    expect(historySchema.parse((await root.get(`/qr_batches/${id}/history`)).data).items).toMatchObject([
      { action: "create", author: root.email },
    ]);
  });

  it("is made once, however often and however fast its form is sent", async () => {
    const key = randomUUID();
    const [batches, codes] = [await count("qr_batches"), await count("qr_codes")];
    const replies = await Promise.all(Array.from({ length: 6 }, () => newBatch({ key })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
    const [id] = replies.map(idOf);
    expect(new Set(replies.map(idOf))).toEqual(new Set([id]));
    expect(idOf(await newBatch({ key }))).toBe(id);
    expect(await count("qr_batches")).toBe(batches + 1);
    expect(await count("qr_codes")).toBe(codes + 3);
    expect(await newBatch({ key, codes_count: 4 })).toMatchObject({ status: 409, error: "key_reused" });
    const other = await api.person({ permissions: ["QR_CODES"] });
    expect(idOf(await newBatch({ key }, other))).not.toBe(id);
    for (const wrong of ["", "short", "a key with blanks", "x".repeat(101)])
      expect(await newBatch({ key: wrong }), wrong).toMatchObject({ status: 422 });
  });

  it("is known by its form for a month", async () => {
    const [old, young] = [randomUUID(), randomUUID()];
    const [first] = [idOf(await newBatch({ key: old })), await newBatch({ key: young })];
    await api.pool.query(
      "update made_once set at = now() - make_interval(days => case key when $1 then 31 else 29 end)",
      [old],
    );
    await forgetMade(api.pool);
    expect(await newBatch({ key: young, codes_count: 4 })).toMatchObject({ error: "key_reused" });
    expect(idOf(await newBatch({ key: old }))).not.toBe(first);
  });

  it("that is refused leaves nothing behind, and its key is free again", async () => {
    const before = [await count("qr_batches"), await count("qr_codes"), await count("made_once")];
    const key = randomUUID();
    const hidden = await makeDevice(root, model);
    const limited = await api.person({
      permissions: ["QR_CODES"],
      mode: "OPEN_SELECTED",
      devices: [await makeDevice(root, model)],
    });
    const refused: [Values, string, string][] = [
      [{ codes_count: 0 }, "codes_count", "min_value"],
      [{ codes_count: 5001 }, "codes_count", "max_value"],
      [{ codes_count: 2.5 }, "codes_count", "incorrect"],
      [{ codes_count: "1e9" }, "codes_count", "incorrect"],
      [{ name: "" }, "name", "required"],
      [{ name: "нуль \u0000" }, "name", "incorrect"],
      [{ amount: "" }, "amount", "recipe_or_amount"],
      [{ amount: 0 }, "amount", "min_value"],
      [{ amount: -5 }, "amount", "min_value"],
      [{ expires_on: "2020-01-01" }, "expires_on", "in_the_past"],
      [{ expires_on: "2026-02-30" }, "expires_on", "incorrect"],
      [{ device: 999_999 }, "device", "incorrect"],
      [{ recipe: "x" }, "recipe", "incorrect"],
    ];
    for (const [over, field, said] of refused)
      expect(await newBatch({ key, ...over }), JSON.stringify(over)).toMatchObject({
        status: 422,
        fields: { [field]: [{ key: said }] },
      });
    expect((await newBatch({ device: hidden }, limited)).fields).toEqual({ device: [{ key: "incorrect" }] });
    // A batch for every machine is not for who sees a few.
    expect((await newBatch({}, limited)).status).toBe(422);
    expect([await count("qr_batches"), await count("qr_codes"), await count("made_once")]).toEqual(before);
    expect((await newBatch({ key })).status).toBe(201);
  });

  it("changes its name and note; what was printed stays", async () => {
    const id = idOf(await newBatch());
    const changed = await root.post(`/qr_batches/${id}`, {
      name: "Осінь",
      note: "Передано",
      codes_count: 9,
      amount: 1,
      expires_on: "2199-01-01",
      version: 1,
    });
    expect(changed.status).toBe(200);
    expect((await root.get(`/qr_batches/${id}`)).data).toMatchObject({
      name: "Осінь",
      note: "Передано",
      codes_count: 3,
      amount: 4500,
      expires_on: null,
    });
    expect(await codesOf(id)).toHaveLength(3);
    expect((await root.post(`/qr_batches/${id}/delete`)).status).toBe(404);
  });

  it("is for those who see its machine", async () => {
    const [seen, hidden] = [await makeDevice(root, model), await makeDevice(root, model)];
    const limited = await api.person({ permissions: ["QR_CODES"], mode: "OPEN_SELECTED", devices: [seen] });
    const [mine, theirs, all] = [
      idOf(await newBatch({ device: seen })),
      idOf(await newBatch({ device: hidden })),
      idOf(await newBatch()),
    ];
    expect((await limited.get(`/qr_batches/${mine}/state`)).status).toBe(200);
    for (const id of [theirs, all])
      for (const path of [`/qr_batches/${id}`, `/qr_batches/${id}/state`, `/qr_batches/${id}/history`])
        expect((await limited.get(path)).status, path).toBe(404);
    expect((await limited.post(`/qr_batches/${theirs}/block`)).status).toBe(404);
    expect(await codesOf(theirs, limited)).toEqual([]);
  });
});

describe("codes of a batch", () => {
  type Truth = { used: boolean; expired: boolean; blocked: "no" | "alone" | "with batch" };
  const stateIn = ({ used, expired, blocked }: Truth) =>
    used ? "USED" : blocked !== "no" ? "BLOCKED" : expired ? "EXPIRED" : "NOT_USED";

  it.each([1, 2, 3, 4])(
    "are blocked and unblocked with it, but for those used and those blocked alone: %d",
    async (seed) => {
      const draw = random(seed);
      const batches = await Promise.all(
        [0, 1].map(async () => {
          const id = idOf(await newBatch({ codes_count: 6 }));
          const fresh = (): Truth => ({ used: false, expired: false, blocked: "no" });
          const codes = (await codesOf(id)).map((one) => ({ id: one.id, truth: fresh() }));
          return { id, blocked: false, codes };
        }),
      );
      for (let step = 0; step < 40; step += 1) {
        const batch = batches[Math.floor(draw() * 2)];
        const one = batch?.codes[Math.floor(draw() * 6)];
        if (!batch || !one) throw new Error("there are two batches of six");
        const { truth } = one;
        switch (Math.floor(draw() * 6)) {
          case 0:
            await api.pool.query("update qr_codes set used_at = now() where id = $1", [one.id]);
            truth.used = true;
            break;
          case 1:
            await api.pool.query("update qr_codes set expires_on = '2020-01-01' where id = $1", [one.id]);
            truth.expired = true;
            break;
          case 2: {
            const { status } = await root.post(`/qr_codes/${one.id}/block`);
            expect(status).toBe(truth.used || truth.blocked !== "no" ? 409 : 200);
            if (status === 200) truth.blocked = "alone";
            break;
          }
          case 3: {
            const { status } = await root.post(`/qr_codes/${one.id}/unblock`);
            expect(status).toBe(truth.blocked === "no" ? 409 : 200);
            truth.blocked = "no";
            break;
          }
          default: {
            const to = !batch.blocked;
            expect((await root.post(`/qr_batches/${batch.id}/${to ? "block" : "unblock"}`)).status).toBe(200);
            expect((await root.post(`/qr_batches/${batch.id}/${to ? "block" : "unblock"}`)).status).toBe(409);
            batch.blocked = to;
            for (const each of batch.codes)
              if (!each.truth.used && each.truth.blocked === (to ? "no" : "with batch"))
                each.truth.blocked = to ? "with batch" : "no";
          }
        }
        for (const { id, codes } of batches) {
          const shown = new Map((await codesOf(id)).map((each) => [each.id, each.state]));
          expect(codes.map((each) => shown.get(each.id))).toEqual(codes.map((each) => stateIn(each.truth)));
          expect((await stateOf(id)).states).toEqual(counted(codes.map((each) => stateIn(each.truth))));
          expect((await root.get(`/qr_batches/${id}`)).data).toMatchObject({
            used_count: codes.filter((each) => each.truth.used).length,
          });
        }
      }
    },
  );

  it("tell of it in their history, once for each time", async () => {
    const id = idOf(await newBatch());
    const [first, second] = await codesOf(id);
    await api.pool.query("update qr_codes set used_at = now() where id = $1", [second?.id]);
    await root.post(`/qr_batches/${id}/block`);
    await root.post(`/qr_batches/${id}/unblock`);
    const actions = async (code: number | undefined) =>
      historySchema
        .parse((await root.get(`/qr_codes/${code}/history`)).data)
        .items.map(({ action, author }) => [action, author]);
    expect(await actions(first?.id)).toEqual([
      ["unblock", root.email],
      ["block", root.email],
      ["create", root.email],
    ]);
    expect(await actions(second?.id)).toEqual([["create", root.email]]);
    expect((await codesOf(id)).find((one) => one.id === first?.id)?.version).toBe(3);
  });

  it("that come back are blocked if their batch was meanwhile", async () => {
    const id = idOf(await newBatch());
    const [code] = await codesOf(id);
    await root.post(`/qr_codes/${code?.id}/delete`);
    await root.post(`/qr_batches/${id}/block`);
    expect((await root.post(`/qr_codes/deleted/${code?.id}/restore`)).status).toBe(200);
    expect((await stateOf(id)).states).toEqual({ BLOCKED: 3 });
    await root.post(`/qr_batches/${id}/unblock`);
    expect((await stateOf(id)).states).toEqual({ NOT_USED: 3 });
  });

  it.each([1, 2, 3])("are counted by what readers made of them, and reports know the batch: %d", async (seed) => {
    const draw = random(seed);
    const pick = <T>(from: readonly T[]): T => {
      const one = from[Math.floor(draw() * from.length)];
      if (one === undefined) throw new Error("nothing to pick from");
      return one;
    };
    const units = [await callingUnit(api, root, model), await callingUnit(api, root, model)];
    const ids = [idOf(await newBatch({ codes_count: 4 })), idOf(await newBatch({ codes_count: 4, amount: 700 }))];
    const known = (
      await Promise.all(ids.map(async (batch) => (await codesOf(batch)).map(({ id, code }) => ({ id, code, batch }))))
    ).flat();
    const codes = [...known, { id: 0, code: `ALONE${randomUUID()}`, batch: 0 }];
    const scans = Array.from({ length: 60 }, () => ({
      unit: pick(units),
      code: pick(codes),
      result: pick(SCAN_RESULTS),
      card: pick(["qr", "qr", "qr", "rfid"] as const),
    }));
    for (const unit of units)
      await unit.send({
        events: scans
          .filter((one) => one.unit === unit)
          .map(({ code, result, card }, index) => ({
            id: `s${index}`,
            t: card,
            at: iso(Date.now() - (index + 1) * MINUTE),
            code: code.code,
            result,
            cell: "1",
            price: 500,
          })),
      });
    const [first] = units;
    const limited = await api.person({
      permissions: ["QR_CODES"],
      mode: "OPEN_SELECTED",
      devices: [first?.device ?? 0],
    });
    const seen = (batch: number) => scans.filter(({ code, card }) => card === "qr" && code.batch === batch);
    for (const batch of ids) {
      expect((await stateOf(batch)).outcomes).toEqual(counted(seen(batch).map(({ result }) => result)));
      expect((await limited.get(`/qr_batches/${batch}/state`)).status).toBe(404);
      const rows = reportRows.parse(
        (
          await root.get(
            `/reports/aggregated_sales_per_device_by_qr?batch=${batch}&device=${units.map(({ device }) => device).join("&device=")}`,
          )
        ).data,
      );
      const vended = seen(batch).filter(({ result }) => result === "vended");
      expect(rows.total.figures.codes_vended ?? 0).toBe(vended.length);
      expect(rows.total.figures.face_value ?? 0).toBe(vended.length * (batch === ids[0] ? 4500 : 700));
    }
    // A batch of one machine is seen by who sees the machine; scans elsewhere are not.
    await api.pool.query("update qr_batches set device_id = $1 where id = $2", [first?.device, ids[0]]);
    expect((await stateOf(ids[0] ?? 0, limited)).outcomes).toEqual(
      counted(
        seen(ids[0] ?? 0)
          .filter(({ unit }) => unit === first)
          .map(({ result }) => result),
      ),
    );
    const gone = known.find(({ batch }) => batch === ids[1]);
    const path = `/reports/aggregated_sales_per_device_by_qr?by=batch&device=${units.map(({ device }) => device).join("&device=")}`;
    const byBatch = async () => {
      const sums: Record<string, number> = {};
      for (const { cuts, figures } of reportRows.parse((await root.get(path)).data).items) {
        const name = String(cuts.batch?.id ?? "none");
        sums[name] = (sums[name] ?? 0) + (figures.codes_vended ?? 0);
      }
      return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum > 0));
    };
    const truth = counted(
      scans
        .filter(({ card, result }) => card === "qr" && result === "vended")
        .map(({ code }) => String(code.batch || "none")),
    );
    expect(await byBatch()).toEqual(truth);
    await root.post(`/qr_codes/${gone?.id}/delete`);
    expect(await byBatch()).toEqual(truth);
  });
});

const figures = z.record(z.string(), z.number().nullable());
const reportRows = z.object({
  items: z.array(z.object({ cuts: z.object({ batch: refSchema.nullish() }), figures })),
  total: z.object({ figures }),
});
