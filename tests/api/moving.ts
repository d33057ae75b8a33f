import { expect, onTestFinished } from "vitest";
import type { Entity } from "~server/contract/entity";
import { device as deviceEntity } from "~server/contract/entities/devices";
import { crew as crewEntity } from "~server/contract/entities/crews";
import { location as locationEntity } from "~server/contract/entities/locations";
import { planogram as planogramEntity } from "~server/contract/entities/planograms";
import { project as projectEntity } from "~server/contract/entities/projects";
import { reportSchema } from "~server/contract/reports/answer";
import { localTime } from "~server/vending/time";
import { type Person, testApi } from "./app";
import { makeLocation, makeModel } from "./network";
import { placedAt, type Said, heldAt } from "./said";
import { made, saved } from "./samples";
import { callingUnit, DAY, iso } from "./unit";

export type Place = ReturnType<typeof placedAt>;

/** A small network of its own that is moved about at random, so many days back, and what a slow reader knows of it. */
export async function movingNetwork(draw: () => number, past = 20, permissions = ["REPORT"]) {
  const api = await testApi();
  onTestFinished(() => api.close());
  const root = await api.person({ root: true });
  const pick = <T>(all: readonly T[]): T => {
    const one = all[Math.floor(draw() * all.length)];
    if (one === undefined) throw new Error("nothing to pick");
    return one;
  };
  const earlier = () => Date.now() - Math.floor(draw() * past * DAY);
  const [oneModel, otherModel] = [await makeModel(root), await makeModel(root)];
  const models = [oneModel, otherModel];
  const projects = [await made(root, projectEntity), await made(root, projectEntity)];
  const locations = [
    await makeLocation(root, projects[0]),
    await makeLocation(root, projects[1]),
    await makeLocation(root),
  ];
  const crews = [await made(root, crewEntity), await made(root, crewEntity)];
  const units = await Promise.all(
    [0, 1, 2, 3].map((n) => callingUnit(api, root, n % 2 ? otherModel : oneModel, { location: locations[n] })),
  );
  const said: Said[] = [
    ...locations.map(
      (id, n): Said => ({ subject: "location", id, field: "project", from: -Infinity, value: projects[n] ?? null }),
    ),
    ...units.map(
      ({ device }, n): Said => ({
        subject: "device",
        id: device,
        field: "location",
        from: -Infinity,
        value: locations[n] ?? null,
      }),
    ),
  ];
  const served = new Map<number, number>();
  const planograms = [await made(root, planogramEntity), await made(root, planogramEntity)];
  const staff = [root, await api.person({ root: true })];
  /** Who said what. */
  const authors = new Map<Said, string>();

  /** Says something through the API, since some moment; what is the same as before says nothing. */
  const say = async (entity: Entity, id: number, values: Parameters<typeof saved>[3], news: Omit<Said, "from">) => {
    const since = pick(["now", "always", "earlier", "earlier", "earlier"] as const);
    const moment = earlier();
    const before = Date.now();
    const author = pick(staff);
    const answer = await saved(author, entity, id, {
      ...values,
      ...(since === "now" ? {} : { holds_from: since === "always" ? "always" : iso(moment) }),
    });
    expect([entity.name, answer.status, answer.fields]).toEqual([entity.name, 200, {}]);
    if (heldAt(said, news.subject, news.id, news.field, Infinity) === news.value) return;
    const one = { ...news, from: since === "now" ? before : since === "always" ? -Infinity : moment };
    said.push(one);
    authors.set(one, author.email);
  };
  const changes = [
    () => {
      const [{ device }, planogram] = [pick(units), pick(planograms)];
      return say(
        deviceEntity,
        device,
        { planogram },
        { subject: "device", id: device, field: "planogram", value: planogram },
      );
    },
    () => {
      const [{ device }, location] = [pick(units), pick(locations)];
      return say(
        deviceEntity,
        device,
        { location },
        { subject: "device", id: device, field: "location", value: location },
      );
    },
    () => {
      const [id, project] = [pick(locations), pick(projects)];
      return say(locationEntity, id, { project }, { subject: "location", id, field: "project", value: project });
    },
    () => {
      const [id, { device }] = [pick(crews), pick(units)];
      const leaves = served.get(device) === id;
      if (served.has(device) && !leaves) return Promise.resolve();
      const others = units.map((one) => one.device).filter((one) => one !== device && served.get(one) === id);
      if (leaves) served.delete(device);
      else served.set(device, id);
      return say(
        crewEntity,
        id,
        { devices: leaves ? others : [...others, device] },
        { subject: "device", id: device, field: "crew", value: leaves ? null : id },
      );
    },
  ];

  const restricted = (mode: string, over: object) => api.person({ permissions, sportLife: true, mode, ...over });
  const [home = 0, , street = 0] = locations;
  const [first = 0] = projects;
  /** Who sees what: of a machine that stood somewhere. */
  const viewers: { who: Person; sees(place: Place, device: number): boolean }[] = [
    { who: root, sees: () => true },
    {
      who: await restricted("OPEN_SELECTED", { locations: [home], devices: [units[2]?.device ?? 0] }),
      sees: ({ location_id }, device) => location_id === home || device === units[2]?.device,
    },
    {
      who: await restricted("CLOSE_SELECTED", { projects: [first], locations: [street] }),
      sees: ({ project_id, location_id }) => project_id !== first && location_id !== street,
    },
    { who: await restricted("OPEN_ALL_PROJECTS", {}), sees: ({ project_id }) => project_id !== null },
  ];
  return {
    ...{ api, root, pick, earlier, models, projects, locations, crews, units, planograms, said, authors, viewers },
    change: () => pick(changes)(),
    placeOf: (device: number, at: number) => placedAt(said, device, at),
    /** Some days of the past, the last included. */
    days: (): { from: string; to: string } => {
      const back = Math.floor(draw() * (past + 2));
      return { from: dayOf(Date.now() - back * DAY), to: dayOf(Date.now() - Math.floor(draw() * (back + 1)) * DAY) };
    },
  };
}

/** The day of an instant by the company's clock. */
export const dayOf = (at: number): string => localTime(at).slice(0, 10);

/** A whole report as somebody sees it. */
export async function reportFor(who: Person, name: string, asked: Record<string, string | string[]>) {
  const query = new URLSearchParams([["limit", "10000"]]);
  for (const [key, values] of Object.entries(asked)) for (const value of [values].flat()) query.append(key, value);
  const reply = await who.get(`/reports/${name}?${query}`);
  expect([name, query.toString(), reply.status, reply.error, reply.fields]).toEqual([
    name,
    query.toString(),
    200,
    null,
    {},
  ]);
  return reportSchema.parse(reply.data);
}

type Figures = Record<string, number | null>;
/** What a cut is of: a record by its id. */
export const idIn = (value: unknown): string =>
  String(value && typeof value === "object" && "id" in value ? value.id : value);

/** Its rows by what they are of, and the total of all of them. */
export function rowsOf({ items, total }: Awaited<ReturnType<typeof reportFor>>, ...cuts: string[]) {
  const rows = items.map(({ cuts: of, figures }) => [cuts.map((cut) => idIn(of[cut])).join("/"), figures] as const);
  expect(new Set(rows.map(([key]) => key)).size).toBe(rows.length);
  return { rows: Object.fromEntries<Figures>(rows), total: total.figures };
}

/** Adds figures up by key, and all of them. */
export function tallied<T>(
  lines: readonly T[],
  keyOf: (line: T) => string,
  figuresOf: (lines: readonly T[]) => Figures,
) {
  const groups = new Map<string, T[]>();
  for (const line of lines) groups.set(keyOf(line), [...(groups.get(keyOf(line)) ?? []), line]);
  return { rows: Object.fromEntries([...groups].map(([key, of]) => [key, figuresOf(of)])), total: figuresOf(lines) };
}
