import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AlertCause, SILENCED_BY } from "~server/contract/alerts";
import { isQuiet, stepAlerts } from "~server/vending/areas/alerts/engine";
import type { AlertState, Rule, Seen } from "~server/vending/areas/alerts/model";

const MINUTE = 60_000;
const STEP = MINUTE / 2;
/** Noon of a summer day in Kyiv. */
const BEGIN = Date.parse("2026-07-01T09:00:00Z");

const rule = (id: number, cause: AlertCause, given: Partial<Rule> = {}): Rule => ({
  ...{ id, cause, delay: 10 * MINUTE, wait: MINUTE / 2, gather: 5 * MINUTE, repeat: 240 * MINUTE, quiet: null },
  ...given,
});

interface Spell {
  rule: number;
  device: number;
  /** Minutes. */
  from: number;
  to: number;
}
const place = (device: number) => ({ place: `place ${device >> 1}`, city: `city ${device >> 2}`, region: "AA" });
const seenAt = (spells: readonly Spell[], now: number): Seen[] => {
  const all = spells.filter(({ from, to }) => BEGIN + from * MINUTE <= now && now < BEGIN + to * MINUTE);
  return [...new Map(all.map((one) => [`${one.rule} ${one.device}`, one])).values()].map(
    ({ rule: of, device, from }) => ({
      ...{ rule: of, subject: `device:${device}`, since: BEGIN + from * MINUTE, ...place(device) },
    }),
  );
};

/** Everything that is told while the spells go by. */
function played(
  rules: readonly Rule[],
  spells: readonly Spell[],
  minutes: number,
  act?: (state: AlertState, at: number) => void,
) {
  const state: AlertState = { signals: new Map(), alerts: new Map() };
  const told: { at: number; alert: number; rule: number; scope: string; news: string; subjects: string[] }[] = [];
  for (let at = BEGIN; at <= BEGIN + minutes * MINUTE; at += STEP) {
    const { news } = stepAlerts(state, rules, seenAt(spells, at), at);
    for (const { alert, news: what } of news) {
      const subjects = [...state.signals.values()]
        .filter((one) => one.alert === alert.id)
        .map(({ subject }) => subject);
      told.push({
        at: (at - BEGIN) / MINUTE,
        alert: alert.id,
        rule: alert.rule,
        scope: alert.scope,
        news: what,
        subjects,
      });
    }
    act?.(state, (at - BEGIN) / MINUTE);
  }
  return { told, state };
}

const words = ({ told }: ReturnType<typeof played>) =>
  told.map(({ at, news, scope, subjects }) => `${at} ${news} ${scope} ${subjects.length}`);

describe("what is told of causes", () => {
  const offline = rule(1, "offline");

  it("tells of one that lasts, after its delay and the wait for others, and that it is over", () => {
    expect(words(played([offline], [{ rule: 1, device: 1, from: 5, to: 60 }], 120))).toEqual([
      "15.5 opened place 1",
      "65 closed place 0",
    ]);
  });

  it("says nothing of one that ends before its delay", () => {
    expect(words(played([offline], [{ rule: 1, device: 1, from: 5, to: 14 }], 60))).toEqual([]);
  });

  it("tells of a city's machines in one message, of more of them in another after the pause", () => {
    const spells = [0, 1, 2, 3].map((device) => ({ rule: 1, device, from: device === 3 ? 2 : 0, to: 300 }));
    expect(words(played([offline], spells, 60))).toEqual(["10.5 opened city 3", "15.5 grown city 4"]);
  });

  it("repeats what nobody has acknowledged, and not what somebody has", () => {
    const spells = [{ rule: 1, device: 1, from: 0, to: 600 }];
    expect(words(played([offline], spells, 400))).toEqual(["10.5 opened place 1", "250.5 repeated place 1"]);
    const acknowledge = (state: AlertState) => {
      for (const alert of state.alerts.values()) alert.acknowledged = true;
    };
    expect(words(played([offline], spells, 400, acknowledge))).toEqual(["10.5 opened place 1"]);
  });

  it("keeps one alert of what comes and goes, and takes an hour of peace for its end", () => {
    const spells = Array.from({ length: 6 }, (_, round) => ({
      rule: 1,
      device: 1,
      from: round * 15,
      to: round * 15 + 12,
    }));
    expect(words(played([offline], spells, 200))).toEqual(["10.5 opened place 1", "147 closed place 0"]);
  });

  it("tells nothing in quiet hours, and afterwards what still lasts", () => {
    // By the clock of Kyiv noon to 13:00 is quiet.
    const quiet = { ...offline, quiet: { from: 12 * 60, to: 13 * 60 } };
    const spells = [
      { rule: 1, device: 1, from: 0, to: 30 },
      { rule: 1, device: 8, from: 0, to: 90 },
    ];
    expect(words(played([quiet], spells, 120))).toEqual(["60 opened place 1", "95 closed place 0"]);
    expect(isQuiet({ quiet: { from: 22 * 60, to: 7 * 60 } }, Date.parse("2026-01-10T23:30:00Z"))).toBe(true);
    expect(isQuiet({ quiet: { from: 22 * 60, to: 7 * 60 } }, Date.parse("2026-01-10T05:30:00Z"))).toBe(false);
  });

  it("is silent about what follows from another cause, also while that has not lasted long enough itself", () => {
    const power = rule(2, "power", { delay: 20 * MINUTE });
    const spells = [
      { rule: 2, device: 1, from: 0, to: 100 },
      { rule: 1, device: 1, from: 0, to: 104 },
    ];
    expect(words(played([power, offline], spells, 200))).toEqual(["20.5 opened place 1", "105 closed place 0"]);
  });

  it("ends the alerts of a rule that is no more, without a word", () => {
    const state: AlertState = { signals: new Map(), alerts: new Map() };
    const seen = seenAt([{ rule: 1, device: 1, from: 0, to: 60 }], BEGIN);
    stepAlerts(state, [offline], seen, BEGIN + 20 * MINUTE);
    stepAlerts(state, [offline], seen, BEGIN + 21 * MINUTE);
    expect(state.alerts.size).toBe(1);
    const { closed, news } = stepAlerts(state, [], [], BEGIN + 22 * MINUTE);
    expect([closed.length, news.length, state.alerts.size, state.signals.size]).toEqual([1, 0, 0, 0]);
  });

  it("tells of a country without power in few messages", () => {
    const power = rule(1, "power", { delay: 0 });
    const state: AlertState = { signals: new Map(), alerts: new Map() };
    let opened = 0;
    for (let at = 0; at <= 10 * MINUTE; at += STEP) {
      // Every half minute three more cities of other regions go dark.
      const machines = Array.from({ length: (at / STEP + 1) * 9 }, (_, index) => index);
      const seen = machines.map((device) => ({
        ...{ rule: 1, subject: `device:${device}`, since: BEGIN, place: `${device}` },
        ...{ city: `${Math.floor(device / 3)}`, region: `${Math.floor(device / 3) % 20}` },
      }));
      opened += stepAlerts(state, [power], seen, BEGIN + at).news.filter(({ news }) => news === "opened").length;
    }
    expect(opened).toBeLessThanOrEqual(4);
    expect([...state.signals.values()].every(({ alert }) => alert !== null)).toBe(true);
  });
});

const spell = fc
  .record({
    rule: fc.integer({ min: 1, max: 3 }),
    device: fc.integer({ min: 0, max: 7 }),
    from: fc.integer({ min: 0, max: 400 }),
    lasts: fc.integer({ min: 1, max: 200 }),
  })
  .map(({ rule: of, device, from, lasts }): Spell => ({ rule: of, device, from, to: from + lasts }));

describe("whatever happens", () => {
  const rules = [rule(1, "power", { delay: 5 * MINUTE }), rule(2, "offline"), rule(3, "error", { delay: 15 * MINUTE })];
  const MINUTES = 800;

  it("each cause that lasts and follows from no other is told of in time, and everything is over at the end", () => {
    fc.assert(
      fc.property(fc.array(spell, { maxLength: 25 }), (spells) => {
        const { told, state } = played(rules, spells, MINUTES);
        for (const missed of lasting(rules, spells)) {
          // Told: an alert of the rule that has this machine was told of, or grew, by then.
          const inTime = told.some(
            ({ at, rule: of, news, subjects }) =>
              of === missed.rule &&
              news !== "closed" &&
              subjects.includes(`device:${missed.device}`) &&
              at >= missed.from &&
              at <= missed.by,
          );
          const wasTold = told.some(
            ({ at, rule: of, news, subjects }) =>
              of === missed.rule &&
              news !== "closed" &&
              subjects.includes(`device:${missed.device}`) &&
              at < missed.from &&
              at > missed.from - 400,
          );
          if (!inTime && !wasTold) throw new Error(`not told: ${JSON.stringify(missed)} ${JSON.stringify(told)}`);
        }
        expect(state.alerts.size).toBe(0);
        expect(state.signals.size).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it("an alert is opened once, closed once, and hardly told oftener than its pause allows", () => {
    fc.assert(
      fc.property(fc.array(spell, { maxLength: 25 }), (spells) => {
        const { told } = played(rules, spells, MINUTES);
        for (const alert of new Set(told.map((one) => one.alert))) {
          const news = told.filter((one) => one.alert === alert);
          // Numbers of alerts that are not kept are given again: each life begins with its opening.
          let last: (typeof news)[number] | undefined;
          for (const one of news) {
            if (one.news === "opened") expect(last === undefined || last.news === "closed").toBe(true);
            else {
              expect(last !== undefined && last.news !== "closed").toBe(true);
              if (last && one.news !== "closed") expect(one.at - last.at).toBeGreaterThanOrEqual(5);
            }
            last = one;
          }
          expect(last?.news).toBe("closed");
        }
      }),
      { numRuns: 40 },
    );
  });
});

/** Reckoned minute by minute: causes that were there for their delay without a break and beside none that they follow from, and by when it should have been told. */
function lasting(rules: readonly Rule[], spells: readonly Spell[]) {
  const MAX = 700;
  const there = (cause: AlertCause, device: number, minute: number) =>
    spells.some(
      (one) => rules[one.rule - 1]?.cause === cause && one.device === device && one.from <= minute && minute < one.to,
    );
  return rules.flatMap(({ id, cause, delay, wait, gather }) =>
    Array.from({ length: 8 }, (_, device) => device).flatMap((device) => {
      const found: { rule: number; device: number; from: number; by: number }[] = [];
      let since: number | undefined;
      for (let minute = 0; minute < MAX; minute++) {
        const isThere = there(cause, device, minute);
        if (!isThere) since = undefined;
        else since ??= minute;
        // A cause above ends its silence at the latest an hour after it has gone (it may have flapped).
        const isClear = Array.from({ length: 75 }, (_, back) => minute - back).every(
          (at) => !(SILENCED_BY[cause] ?? []).some((above) => there(above, device, at)),
        );
        const lasts = since !== undefined && minute - since >= delay / MINUTE + wait / MINUTE + gather / MINUTE + 2;
        if (lasts && isClear && since !== undefined && !found.some(({ from }) => from === since))
          found.push({ rule: id, device, from: since, by: minute });
      }
      return found;
    }),
  );
}
