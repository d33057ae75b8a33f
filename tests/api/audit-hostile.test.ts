import { randomBytes } from "node:crypto";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { acceptedSchema, AUDIT_MAX_BYTES, auditFileSchema } from "~server/contract/audit";
import { readReports } from "~server/vending/areas/audits/reader";
import { LIMITS } from "~server/vending/evadts/parse";
import { testApi } from "./app";
import { makeModel } from "./network";
import { callingUnit } from "./unit";

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });
const unit = await callingUnit(api, root, await makeModel(root));

const ID = "ID1*HOSTILE*MODEL*1***\r\nEA4*240101*1200\r\nVA1*100*10*100*10\r\nEA3*1**261120*1200****7*3\r\n";
const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\r\n");
/** As many as fit into a file. */
const full = (line: (index: number) => string) => many(Math.floor(AUDIT_MAX_BYTES / (line(99_999).length + 2)), line);
let made = 0;
/** The same file again would not be read. */
const file = (body: string) =>
  `DXS*JOF0000000*VA*V0/6*1\r\nST*001*0001\r\n${ID}CB1*${++made}\r\n${body}\r\nDXE*1*1\r\n`;

/** Reads what came of a file that must be taken. */
async function readBack(body: string) {
  const answer = await unit.audit(Buffer.from(file(body).slice(0, AUDIT_MAX_BYTES), "latin1"));
  expect(answer.status).toBe(200);
  const { file_id } = acceptedSchema.parse(answer.data);
  return auditFileSchema.parse((await root.get(`/devices/${unit.device}/audits/${file_id}`)).data);
}
const codesOf = ({ reports }: z.infer<typeof auditFileSchema>) =>
  reports.flatMap(({ read }) => read.warnings.map(({ code }) => code));

describe("a file that no machine wrote", () => {
  it.each([
    ["payments of many products", full((i) => `PA7*${i}*CA*0*1*1*1*1*1`), "too_many_lines"],
    ["payments of one product by many price lists", full((i) => `PA7*1*CA*${i}*1*1*1*1`), "too_many_lines"],
    ["many lasting errors", full((i) => `EA2*E${i}*1*1`), "too_many_lines"],
    ["many reports", full((i) => `ST*${i}`), "too_many_lines"],
    ["as many reports as lines allow", many(LIMITS.lines - 100, (i) => `ST*${i}`), "too_many_reports"],
    ["as many products as lines allow", many(LIMITS.lines - 100, (i) => `PA1*${i}*100`), "too_many_products"],
  ])("is kept and not read: %s", async (_, body, code) => {
    const read = await readBack(body);
    expect(codesOf(read)).toContain(code);
    expect(read.reports.flatMap(({ lines }) => lines)).toEqual([]);
  });

  it.each([
    ["products", many(LIMITS.products, (i) => `PA1*${i}*100\r\nPA2*${i + 1}*${i}`)],
    ["price lists of one product", many(LIMITS.lines - 100, (i) => `PA7*1*CA*${i}*1*1*1*1*1`)],
    ["events", many(LIMITS.lines - 100, (i) => `EA1*EZZ${i}*261120*1200`)],
    ["one line without end", `PA1*${"9".repeat(900_000)}*100`],
    ["one line of a hundred thousand fields", `PA1${"*1".repeat(400_000)}`],
    ["escapes", `PA1*1*100*${"^00^".repeat(200_000)}`],
    ["broken letters", many(9_000, () => `PA1*1*100*${"\u00ff*".repeat(40)}`)],
    ["a selection too long for an index", `PA1*${randomBytes(3_000).toString("hex")}*100\r\nPA2*1*100*1*100`],
    ["blanks", " ".repeat(900_000)],
  ])("is read within bounds: %s", async (_, body) => {
    expect(codesOf(await readBack(body))).not.toContain("too_many_lines");
  });

  it("is read in another thread: this one goes on meanwhile", async () => {
    const raw = Buffer.from(file(many(LIMITS.lines - 100, (i) => `PA7*1*CA*${i}*1*1*1*1*1`)));
    let turns = 0;
    let read = false;
    const reports = readReports({
      raw,
      receivedAt: new Date().toISOString(),
      fromInitialisation: false,
      ignoreCrc: false,
      multipliers: { coins: 1, bills: 1, prices: 1 },
    }).finally(() => (read = true));
    for (; !read; turns++) await turn();
    expect(await reports).toMatchObject([{ state: "received" }]);
    expect(turns).toBeGreaterThan(100);
  });
});
