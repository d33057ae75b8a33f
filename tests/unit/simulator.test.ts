import { describe, expect, it } from "vitest";
import { z } from "zod";
import { EVENTS } from "~server/contract/telemetry-events";
import { readBatch } from "~server/vending/areas/telemetry/batch";
import { HOUR } from "~server/vending/demonstration/calendar";
import { happeningsBetween } from "~server/vending/demonstration/day";
import { usedMeter } from "~server/vending/demonstration/meter";
import { districtOf, isCutOff } from "~server/vending/demonstration/troubles";
import { parseAudit } from "~server/vending/evadts/parse";
import { eventsOf } from "~server/vending/simulator/events";
import { USUAL_FAULTS } from "~server/vending/simulator/faults";
import { inventFleet } from "~server/vending/simulator/fleet";
import { Ledger } from "~server/vending/simulator/ledger";
import { SimulatedUnit } from "~server/vending/simulator/unit";

const FROM = Date.parse("2026-02-02T00:00:00Z");
const TO = FROM + 21 * 24 * HOUR;
const iso = (at: number) => new Date(at).toISOString();
const eventIds = z.object({ events: z.array(z.object({ id: z.string() })) });
const fleet = inventFleet(40, "unit");

describe("a simulated fleet", () => {
  it("lives alike for the same seed, however its time is cut, and otherwise for another", () => {
    for (const machine of fleet.slice(0, 5)) {
      const whole = happeningsBetween(machine, FROM, TO);
      const pieces = Array.from({ length: 21 * 4 }, (_, index) =>
        happeningsBetween(machine, FROM + index * 6 * HOUR, FROM + (index + 1) * 6 * HOUR),
      ).flat();
      expect(pieces).toEqual(whole);
      expect(new Set(whole.map(({ id }) => id)).size).toBe(whole.length);
    }
    const sold = (seed: string) => {
      const ledger = new Ledger();
      for (const machine of inventFleet(5, seed)) ledger.write(machine, happeningsBetween(machine, FROM, TO));
      return ledger.paid;
    };
    expect(sold("one")).toEqual(sold("one"));
    expect(sold("one")).not.toEqual(sold("other"));
  });

  it("has what goes wrong in one: power cuts over a district, empty grinders, failed vends, visits", () => {
    const all = fleet.flatMap((machine) => happeningsBetween(machine, FROM, TO));
    const kinds = new Set(all.map(({ what }) => what));
    for (const what of [
      "vend",
      "failed",
      "test",
      "fault",
      "repair",
      "outage",
      "power",
      "opened",
      "closed",
      "filled",
      "collected",
      "warmth",
      "scan",
    ])
      expect(kinds, what).toContain(what);
    expect(all.some((one) => one.what === "fault" && one.event === "EDT")).toBe(true);
    const [cut] = fleet.flatMap((machine) =>
      happeningsBetween(machine, FROM, TO).flatMap((one) => (one.what === "outage" ? [{ machine, at: one.at }] : [])),
    );
    if (!cut) throw new Error("no power cut in three weeks");
    const neighbours = fleet.filter((one) => districtOf(one) === districtOf(cut.machine));
    for (const machine of neighbours) {
      expect(happeningsBetween(machine, cut.at - 1, cut.at).map(({ what }) => what)).toContain("outage");
      expect(happeningsBetween(machine, cut.at, cut.at + HOUR).filter(({ what }) => what === "vend")).toEqual([]);
      expect(isCutOff(machine, cut.at + HOUR / 2)).toBe(true);
    }
  });

  it("writes events that the gateway takes, every one", () => {
    for (const machine of fleet) {
      const events = happeningsBetween(machine, FROM, FROM + 3 * 24 * HOUR).flatMap((one) =>
        eventsOf(machine, one, iso),
      );
      const read = readBatch({ events }, FROM + 4 * 24 * HOUR);
      expect(read.refused).toEqual([]);
      expect(read.events.every(({ content }) => content !== null && content.t in EVENTS)).toBe(true);
      expect(new Set(read.events.map(({ id }) => id)).size).toBe(events.length);
    }
  });

  it("counts in its audits what its ledger says, and asks again until it is heard", async () => {
    const [machine] = fleet;
    if (!machine) throw new Error("no machine");
    const ledger = new Ledger();
    const files: string[] = [];
    const ids = new Set<unknown>();
    let heard = 0;
    const unit = new SimulatedUnit({
      machine,
      secret: "s",
      from: FROM,
      meter: usedMeter(machine, FROM),
      faults: { ...USUAL_FAULTS, missed: 0 },
      readEvery: 24 * HOUR,
      ledger,
      link: async (path, { body = "" }) => {
        if (path === "/telemetry/audit") files.push(body);
        else if (++heard % 3 === 0) throw new Error("no signal");
        else for (const { id } of eventIds.parse(JSON.parse(body)).events) ids.add(id);
        return Response.json({ data: { server_time: iso(TO), accepted: 0, duplicate: 0, refused: [], commands: [] } });
      },
    });
    for (let at = FROM + 6 * HOUR; at <= TO; at += 6 * HOUR) {
      unit.live(at);
      await unit.talk(TO);
    }
    while (unit.waiting) await unit.talk(TO);
    expect(ids.size).toBe(happeningsBetween(machine, FROM, TO).flatMap((one) => eventsOf(machine, one, iso)).length);
    const paid = files.map(
      (file) => parseAudit(Buffer.from(file, "latin1")).reports[0]?.counters.totals.paid ?? { count: 0, value: 0 },
    );
    const [first, last] = [paid[0], paid.at(-1)];
    const counted = new Ledger();
    counted.write(machine, happeningsBetween(machine, FROM, TO));
    expect(counted.paid).toEqual(ledger.paid);
    expect((last?.count ?? 0) - (first?.count ?? 0)).toBeGreaterThan(0);
    expect((last?.value ?? 0) - (first?.value ?? 0)).toBeLessThanOrEqual(ledger.paid.amount);
  });
});
