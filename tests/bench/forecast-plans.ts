import type { Machine } from "~server/vending/demonstration/machines";
import { bestCycle } from "~server/vending/areas/needs/cycle";
import { ANY_TIME } from "~server/vending/areas/needs/hours";
import { type Candidate, planDay, VISIT_COST as VISIT } from "~server/vending/areas/needs/plan";
import { drives, ordered, roundOf } from "~server/vending/areas/needs/route";
import { asTold, BACK, even, foretell, kindOf, kindsOf, knownOf } from "../fleet/refill-books";
import { heardAt } from "../fleet/refill";
import { daysBefore, dayOf, eveningOf, learn, LEARNT, type Life, MEASURED } from "../fleet/refill-months";

const START = { latitude: 50.4337, longitude: 30.6452 };
const SERVICE: Record<string, number> = { COFFEE: 16, COFFEE_TABLETOP: 14, SNACK: 20 };

const serviceOf = ({ model }: Machine) => SERVICE[model.type] ?? 16;

/** Which machines are visited on a day, told the evening before. */
type Rule = (lives: readonly Life[], index: number) => Life[];

interface Outcome {
  name: string;
  visits: number;
  lost: number;
  money: number;
  minutes: number;
}

function drive(name: string, machines: readonly Machine[], rule: Rule): Outcome {
  const lives = learn(machines);
  const before = new Map(lives.map((life) => [life, { visits: life.visits, lost: life.real.lost.length }]));
  let minutes = 0;
  for (let index = LEARNT; index < LEARNT + MEASURED; index++) {
    for (const life of lives) life.until(eveningOf(dayOf(index - 1)));
    const chosen = rule(lives, index);
    for (const life of chosen) life.serve(dayOf(index));
    const points = chosen.flatMap(({ machine: { place } }) => (place ? [place] : []));
    const table = drives([START, ...points]);
    minutes += roundOf(ordered(points.length, table), table);
    minutes += chosen.reduce((sum, { machine }) => sum + serviceOf(machine), 0);
  }
  for (const life of lives) life.until(eveningOf(dayOf(LEARNT + MEASURED - 1)));
  const outcome = { name, visits: 0, lost: 0, money: 0, minutes: Math.round(minutes) };
  for (const life of lives) {
    const was = before.get(life);
    outcome.visits += life.visits - (was?.visits ?? 0);
    const lost = life.real.lost.slice(was?.lost ?? 0);
    outcome.lost += lost.length;
    outcome.money += lost.reduce((sum, { cell }) => sum + (life.machine.cells[cell]?.price ?? 0), 0);
  }
  return outcome;
}

const everyThird: Rule = (lives, index) => lives.filter((_, number) => index % 3 === number % 3);

/** Each machine at its own pace: the days that its best cycle has, by what it sold in the first weeks. */
function fixedCycles(machines: readonly Machine[]): Rule {
  const lives = learn(machines);
  const days = daysBefore(LEARNT, BACK);
  const histories = lives.map(({ history }) => history);
  const kinds = kindsOf(histories, days, even);
  const cycles = lives.map(({ history }) => {
    const kind = kinds.get(kindOf(history));
    return kind ? bestCycle(knownOf(history, kind, days, even), VISIT).days : 3;
  });
  return (all, index) => all.filter((_, number) => (index + number) % (cycles[number] ?? 3) === 0);
}

/** 35 % empty on the whole, or two slots sold out, by the books. */
const byShare: Rule = (lives) =>
  lives.filter(({ real }) => {
    const levels = [...real.slots.values()].map(
      ({ slot, capacity }) => Math.max(0, real.books.get(slot)?.level ?? 0) / capacity,
    );
    const mean = levels.reduce((sum, one) => sum + one, 0) / levels.length;
    return mean <= 0.65 || levels.filter((one) => one <= 0).length >= 2 || real.tellsOut;
  });

const automatic: Rule = (lives, index) => {
  const days = daysBefore(index, BACK);
  const histories = lives.map(({ history }) => history);
  const kinds = kindsOf(histories, days, even);
  const evening = eveningOf(dayOf(index - 1));
  const candidates = lives.flatMap((life, device): Candidate[] => {
    const kind = kinds.get(kindOf(life.history));
    if (!kind || !life.machine.place) return [];
    const told = heardAt(life.machine, dayOf(index - 1), evening);
    const known = asTold(knownOf(life.history, kind, days, even), life.history, told);
    const { lost } = foretell(known, told);
    return [
      {
        ...{ device, point: life.machine.place, cycle: bestCycle(known, VISIT) },
        avoided: ((lost[2] ?? 0) - (lost[0] ?? 0)) / 2,
        ...{ must: false, due: life.real.tellsOut, service: serviceOf(life.machine), weight: 0, volume: 0 },
        hours: ANY_TIME,
      },
    ];
  });
  const plan = planDay(candidates, { start: START, begins: 480, minutes: 480, weight: null, volume: null });
  return plan.stops.flatMap(({ device }) => lives[device] ?? []);
};

/** Drives the same months by four rules, and says what came of each; answers what is missed of the bars. */
export function comparePlans(machines: readonly Machine[]): string[] {
  const outcomes = [
    drive("(a) every third day", machines, everyThird),
    drive("(b) best fixed cycle of each machine", machines, fixedCycles(machines)),
    drive("(c) 35 % empty or two slots sold out", machines, byShare),
    drive("automatic plan", machines, automatic),
  ];
  console.log(
    `\n${MEASURED} days of ${machines.length} machines`.padEnd(45) +
      ["visits", "minutes", "lost vends", "lost, ₴"].map((name) => name.padStart(12)).join(""),
  );
  for (const { name, visits, minutes, lost, money } of outcomes)
    console.log(
      name.padEnd(44) +
        [visits, minutes, lost, Math.round(money / 100)].map((value) => String(value).padStart(12)).join(""),
    );
  const [a, b, c, own] = outcomes;
  if (!a || !b || !c || !own) return ["nothing was compared"];
  return [
    ...(own.visits <= 0.7 * a.visits && own.lost < a.lost
      ? []
      : ["Not 30 % fewer visits than every third day at fewer lost sales."]),
    ...[b, c].flatMap((one) =>
      own.visits < one.visits && own.lost < one.lost ? [] : [`Not better than ${one.name} in visits and lost sales.`],
    ),
  ];
}
