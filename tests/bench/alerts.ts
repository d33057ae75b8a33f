import type { AlertCause } from "~server/contract/alerts";
import { SILENCED_BY } from "~server/contract/alerts";
import { stepAlerts } from "~server/vending/areas/alerts/engine";
import type { AlertState, Rule, Seen } from "~server/vending/areas/alerts/model";
import { chance, type Random, randomOf, whole } from "~server/vending/demonstration/random";

const MINUTE = 60_000;
const DAY = 1_440;
const DAYS = 30;
const STEP = MINUTE / 2;
const MACHINES = 1_000;
const CITIES = 40;
const BEGIN = Date.parse("2026-03-01T00:00:00Z");
/** One alert in ten minutes on an ordinary day, ten in the first ten of an outage (EEMUA 191). */
const BARS = { ordinary: 1, outage: 10 };

const rule = (id: number, cause: AlertCause, minutes: number): Rule => ({
  ...{ id, cause, delay: minutes * MINUTE, wait: MINUTE / 2, gather: 5 * MINUTE, repeat: 240 * MINUTE, quiet: null },
});
const RULES = [
  rule(1, "power", 10),
  rule(2, "offline", 30),
  rule(3, "error", 20),
  rule(4, "quiet", 0),
  rule(5, "door", 60),
];

/** A cause at a machine; minutes from the beginning. */
interface Spell {
  rule: number;
  machine: number;
  from: number;
  to: number;
}
interface Outage {
  from: number;
  to: number;
  machines: readonly number[];
}

const cityOf = (machine: number) => Math.floor(machine ** 1.2) % CITIES;
const lasting = (random: Random, mean: number) => -Math.log(1 - random()) * mean;

/** Causes of one kind that come by chance: so many a day, lasting so long. */
function byChance(random: Random, of: number, machine: number, aDay: number, minutes: () => number): Spell[] {
  const spells: Spell[] = [];
  for (let at = lasting(random, DAY / aDay); at < DAYS * DAY; at += lasting(random, DAY / aDay))
    spells.push({ rule: of, machine, from: at, to: at + minutes() });
  return spells;
}

/**
 * What machines go through by themselves (operating numbers of the trade): contact lost for 2 % of the time in short
 * pieces, a power cut in four days of which two thirds are somebody's service, errors that block it twice in a hundred
 * days, a quiet day or a door that stays open now and then. One in a hundred has a bad antenna.
 */
function ordinary(random: Random, machine: number): Spell[] {
  const isBad = chance(random, 0.01);
  return [
    ...byChance(random, 2, machine, isBad ? 10 : 2, () => 15 + lasting(random, isBad ? 60 : 8)),
    ...byChance(random, 1, machine, 0.25, () => (chance(random, 0.67) ? 3 + 5 * random() : lasting(random, 30))),
    ...byChance(random, 3, machine, 0.02, () => lasting(random, 480)),
    ...byChance(random, 4, machine, 0.005, () => lasting(random, 600)),
    ...byChance(random, 5, machine, 1, () => 5 + lasting(random, 10)),
  ];
}

/** On every third day a city, or all machines of four, have no power for two to six hours. */
function outages(random: Random): Outage[] {
  return Array.from({ length: DAYS / 3 }, (_, index) => {
    const from = (index * 3 + 1) * DAY + whole(random, 6 * 60, 18 * 60);
    const cities = new Set(Array.from({ length: index % 2 ? 4 : 1 }, () => whole(random, 0, CITIES - 1)));
    const machines = Array.from({ length: MACHINES }, (_one, machine) => machine).filter((one) =>
      cities.has(cityOf(one)),
    );
    return { from, to: from + whole(random, 120, 360), machines };
  });
}

/** Most units still say that their power is gone; all are silent after a quarter of an hour, and come back one by one. */
const spellsOf = (random: Random, { from, to, machines }: Outage): Spell[] =>
  machines.flatMap((machine) => {
    const back = to + 10 * random();
    const silent = { rule: 2, machine, from: from + 15 + 2 * random(), to: back };
    return chance(random, 0.8) ? [{ rule: 1, machine, from: from + random(), to: back }, silent] : [silent];
  });

interface Told {
  at: number;
  news: string;
  rule: number;
  /** That it had then. */
  machines: Set<number>;
}

/** Plays a month of a thousand machines with outages of whole cities, and prints how many alerts a person reads. */
export async function alerts(): Promise<void> {
  const random = randomOf("alerts");
  const cuts = outages(random);
  const spells = [
    ...Array.from({ length: MACHINES }, (_, machine) => ordinary(random, machine)).flat(),
    ...cuts.flatMap((cut) => spellsOf(random, cut)),
  ].sort((one, other) => one.from - other.from);
  const begun = performance.now();
  const told = played(spells);
  const opened = told.filter(({ news }) => news === "opened");
  const isOutage = ({ at }: Told) => cuts.some(({ from, to }) => at >= from && at < to + 30);
  const quietMinutes = DAYS * DAY - cuts.reduce((sum, { from, to }) => sum + to + 30 - from, 0);
  const aTenth = (opened.filter((one) => !isOutage(one)).length / quietMinutes) * 10;
  const bursts = cuts.map(({ from }) => opened.filter(({ at }) => at >= from && at < from + 25).length);
  const worst = Math.max(...bursts);
  const isOver = ({ at, rule: of, machines }: Told) =>
    !spells.some((one) => one.rule === of && machines.has(one.machine) && one.from <= at && at + 5 < one.to);
  const missed = missedOf(spells, told);
  console.log(
    [
      `${MACHINES} machines, ${DAYS} days, ${spells.length} causes, ${cuts.length} outages of ${cuts.map(({ machines }) => machines.length).join(", ")} machines.`,
      `Ordinary days: ${aTenth.toFixed(2)} alerts in ten minutes (bar ${BARS.ordinary}).`,
      `The first 25 minutes of an outage, in which units say so and fall silent: ${bursts.join(", ")} alerts (bar ${BARS.outage}).`,
      `All messages: ${told.length}; opened ${opened.length}, reaching further ${count(told, "grown")}, repeated ${count(told, "repeated")}, over ${count(told, "closed")}.`,
      `Over within five minutes of being told: ${opened.filter(isOver).length}. Missed: ${missed}.`,
      `Played in ${((performance.now() - begun) / 1_000).toFixed(1)} s.`,
    ].join("\n"),
  );
  if (aTenth >= BARS.ordinary || worst > BARS.outage || missed > 0) throw new Error("A bar is missed.");
}

const count = (told: readonly Told[], what: string) => told.filter(({ news }) => news === what).length;

function played(spells: readonly Spell[]): Told[] {
  const state: AlertState = { signals: new Map(), alerts: new Map() };
  const told: Told[] = [];
  let active: Spell[] = [];
  let next = 0;
  for (let now = BEGIN; now <= BEGIN + DAYS * DAY * MINUTE; now += STEP) {
    const minute = (now - BEGIN) / MINUTE;
    active = active.filter(({ to }) => to > minute);
    for (let one = spells[next]; one && one.from <= minute; one = spells[++next]) if (one.to > minute) active.push(one);
    for (const { alert, news } of stepAlerts(state, RULES, seenOf(active), now).news) {
      const machines = [...state.signals.values()].filter((one) => one.alert === alert.id);
      const ids = new Set(machines.map(({ subject }) => Number(subject.slice("device:".length))));
      told.push({ at: minute, news, rule: alert.rule, machines: ids });
    }
  }
  return told;
}

const seenOf = (active: readonly Spell[]): Seen[] => [
  ...new Map(
    active.map(({ rule: of, machine, from }) => [
      `${of} ${machine}`,
      {
        ...{ rule: of, subject: `device:${machine}`, since: BEGIN + from * MINUTE, place: `place ${machine % 700}` },
        ...{ city: `city ${cityOf(machine)}`, region: `region ${cityOf(machine) % 20}` },
      },
    ]),
  ).values(),
];

/** Causes that lasted an hour longer than their rule asks for, beside none that they follow from, and of which no message told while they did. */
function missedOf(spells: readonly Spell[], told: readonly Told[]): number {
  const byMachine = new Map<number, Spell[]>();
  for (const spell of spells) byMachine.set(spell.machine, [...(byMachine.get(spell.machine) ?? []), spell]);
  return spells.filter(({ rule: of, machine, from, to }) => {
    const { delay = 0, cause } = RULES.find(({ id }) => id === of) ?? {};
    const due = from + delay / MINUTE;
    if (!cause || to - due < 60 || to > DAYS * DAY) return false;
    const above = SILENCED_BY[cause] ?? [];
    const isSilenced = (byMachine.get(machine) ?? []).some(
      (one) =>
        above.some((name) => RULES.find(({ id }) => id === one.rule)?.cause === name) &&
        one.from < to &&
        one.to + 75 > from,
    );
    return (
      !isSilenced &&
      !told.some(
        ({ at, rule: by, news, machines }) =>
          by === of && news !== "closed" && machines.has(machine) && at >= from - 300 && at <= to,
      )
    );
  }).length;
}
