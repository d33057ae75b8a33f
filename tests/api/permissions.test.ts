import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, methodOf, wantsSession } from "~server/contract/call";
import { CALLS } from "~server/contract/calls";
import { actionsOf, bulkActionsOf, createRequirement, type Entity, listRequirement } from "~server/contract/entity";
import { ENTITIES } from "~server/contract/entities";
import { PERMISSIONS, SPORT_LIFE } from "~server/contract/permissions";
import { type Person, type Reply, testApi, type TestApi } from "./app";
import { made, sampleOf } from "./samples";

/** People by what they hold; made once, since each sign-in costs a slow hash. */
const people = new Map<string, Promise<Person>>();

const api = await testApi();
afterAll(() => api.close());
const root = await api.person({ root: true });

function holding(permissions: readonly string[], more: { sportLife?: boolean; all?: boolean } = {}): Promise<Person> {
  const key = JSON.stringify([permissions, more]);
  const known = people.get(key) ?? api.person({ permissions: [...permissions], ...more });
  people.set(key, known);
  return known;
}

const others = (...codes: readonly string[]) => PERMISSIONS.filter((code) => !codes.includes(code));
/** Refused by the permission, and by nothing else. */
const refused = { status: 403, error: "no_permission" };

const GUARDED = [...CALLS].flatMap(([name, call]) =>
  typeof call.needs === "object" || call.needs === "login" ? [[name, call, call.needs] as const] : [],
);

/** Makes a call about record 1, whether or not there is one. */
function make(call: Call, person: TestApi["anybody"]): Promise<Reply> {
  const path = call.path.replace(/\{\w+\}/g, "1");
  return methodOf(call) === "GET" ? person.get(path) : person.post(path);
}

describe("every guarded call", () => {
  it.each(GUARDED)(
    "%s: is closed without a session, and to who lacks one of its codes, whatever else they hold",
    async (_name, call, needs) => {
      expect(await make(call, api.anybody)).toMatchObject({ status: 401, error: "unauthorized" });
      if (needs === "login") return;
      const all = "anyOf" in needs ? [needs.anyOf.flat()] : needs.map((code) => [code]);
      for (const codes of all) {
        const sportLife = !codes.includes(SPORT_LIFE);
        expect([codes, await make(call, await holding(others(...codes), { sportLife }))]).toMatchObject([
          codes,
          refused,
        ]);
      }
    },
  );

  it("is as many as there are calls but those of anybody, of units, of partners and of who sends mail", () => {
    const open = [...CALLS].filter(([, { needs }]) => !wantsSession(needs)).map(([name]) => name);
    expect(open.sort()).toEqual([
      "alive",
      "blockEmployees",
      "claimAlertMail",
      "claimMails",
      "enterDemonstration",
      "liveSocket",
      "login",
      "mailFailed",
      "mailSent",
      "openapiDocument",
      "partnerEmployees",
      "payAsk",
      "payBegin",
      "payCallback",
      "payCancel",
      "payChoose",
      "payMenu",
      "payView",
      "putEmployees",
      "readLink",
      "ready",
      "secondStep",
      "serverInfo",
      "settleAlertMail",
      "telemetryAudit",
      "telemetryAuthorise",
      "telemetryBatch",
      "telemetryFirmware",
      "unsubscribe",
    ]);
  });
});

const recordApi = (entity: Entity, id: number) => (entity.singleton ? entity.api : `${entity.api}/${id}`);

/** Every call about the record `id`, and whether it may be made twice. */
const callsOf = (entity: Entity, id: number) => ({
  read: (person: Person) => person.get(recordApi(entity, id)),
  history: (person: Person) => person.get(`${recordApi(entity, id)}/history`),
  update: (person: Person) => person.post(recordApi(entity, id), { version: -1 }),
  ...(entity.singleton ? {} : { list: (person: Person) => person.get(entity.api) }),
  ...Object.fromEntries(
    actionsOf(entity).map((action) => [
      action.name,
      (person: Person) => person.post(`${recordApi(entity, id)}/${action.name}`),
    ]),
  ),
});

/** Codes of other kinds that actions touch, too. */
const neededBesides = (entity: Entity) => actionsOf(entity).flatMap(({ needs }) => needs ?? []);

const named = (entities: readonly Entity[]) => entities.map((entity) => [entity.name, entity] as const);

describe.each(named(ENTITIES))("%s", (_name, entity) => {
  const sportLife = entity.sportLife === true;
  let id = 1;
  beforeAll(async () => {
    if (!entity.singleton) id = await made(root, entity);
  });

  it("is open to whoever holds its code", async () => {
    const reader = await holding([entity.permission], { sportLife });
    const { read, history, update } = callsOf(entity, id);
    expect((await read(reader)).status).toBe(200);
    expect((await history(reader)).status).toBe(200);
    const needed = [...createRequirement(entity), ...neededBesides(entity)];
    const changer = await holding(
      needed.filter((code) => code !== SPORT_LIFE),
      { sportLife },
    );
    // The permission lets the call in; what is wrong with it is said then.
    expect([409, 422]).toContain((await update(changer)).status);
    if (entity.singleton) return;
    expect((await reader.get(entity.api)).status).toBe(200);
    expect((await reader.get(`/options/${entity.name}`)).status).toBe(200);
    for (const action of actionsOf(entity))
      expect((await changer.post(`${entity.api}/${id}/${action.name}`)).status, action.name).not.toBe(403);
  });

  it("is open to is_can_all", async () => {
    const all = await holding([], { all: true, sportLife });
    expect((await all.get(recordApi(entity, entity.singleton ? 1 : await made(root, entity)))).status).toBe(200);
    if (!entity.singleton) expect((await all.post(entity.api, {})).status).toBe(422);
  });
});

describe.each(named(ENTITIES.filter(({ singleton }) => !singleton)))("%s", (_name, entity) => {
  const sportLife = entity.sportLife === true;
  it("lets create only with every code that it needs", async () => {
    const needed = createRequirement(entity).filter((code) => code !== SPORT_LIFE);
    for (const missing of needed) {
      const almost = await holding(others(missing), { sportLife });
      expect(await almost.post(entity.api, await sampleOf(root, entity)), missing).toMatchObject(refused);
    }
    const maker = await holding(needed, { sportLife });
    expect((await maker.post(entity.api, {})).status).toBe(422);
  });

  it("gives its choices to nobody who needs neither it nor what refers to it", async () => {
    expect(await (await holding([])).get(`/options/${entity.name}`)).toMatchObject(refused);
  });
});

/** The rule of the further codes (docs/decisions/012): what is let in with the kind's own code alone. */
describe.each(
  ENTITIES.flatMap(({ furtherPermission: code, ...entity }) => (code ? [[entity.name, code, entity] as const] : [])),
)("%s, guarded by %s besides", (_name, code, entity) => {
  const isConfig = code.endsWith("_CONFIG");
  let id = 1;
  beforeAll(async () => {
    id = await made(root, entity);
  });
  const calls = (): [string, boolean, (person: Person) => ReturnType<Person["post"]>][] => [
    ["create", false, (person) => person.post(entity.api, {})],
    ["change", !isConfig, (person) => person.post(`${entity.api}/${id}`, { version: -1 })],
    ...bulkActionsOf(entity).map(({ name }): ReturnType<typeof calls>[number] => [
      `${name} of many`,
      name !== "delete" && !isConfig,
      (person) => person.post(`${entity.api}/bulk/${name}`, { ids: "2147483647" }),
    ]),
    ...actionsOf(entity).map(({ name }): ReturnType<typeof calls>[number] => [
      name,
      name !== "delete" && !isConfig,
      (person) => person.post(`${entity.api}/${id}/${name}`),
    ]),
  ];

  it(`lets ${isConfig ? "change nothing" : "neither create nor delete"} without it`, async () => {
    const without = await holding(others(code));
    for (const [name, isFree, call] of calls()) {
      const { status, error } = await call(without);
      expect([name, status === 403 && error === "no_permission"]).toEqual([name, !isFree]);
    }
    expect((await without.get(`${entity.api}/${id}`)).status).toBe(200);
  });

  it("lets all of it with both", async () => {
    const both = await holding([entity.permission, code, ...neededBesides(entity)]);
    for (const [name, , call] of calls()) expect([name, (await call(both)).status === 403]).toEqual([name, false]);
  });
});

describe.each(named(ENTITIES.filter((entity) => entity.sportLife)))("%s", (_name, entity) => {
  it("is closed without the sports-club flag, even to is_can_all", async () => {
    for (const person of [
      await holding(listRequirement(entity).filter((code) => code !== SPORT_LIFE)),
      await holding([], { all: true }),
    ])
      for (const [name, call] of Object.entries(callsOf(entity, 1)))
        expect(await call(person), name).toMatchObject(refused);
  });
});
