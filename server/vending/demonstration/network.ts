import { sql } from "drizzle-orm";
import { hashPassword } from "../areas/session/password";
import { type Db, run } from "../database/query";
import { newSecret, sha256 } from "../secrets";
import * as tables from "../tables";
import { keepAccounts } from "./accounts";
import { kyivDay, MINUTE, type Moment, shiftDay } from "./calendar";
import { GROUPS } from "./groups";
import { idsBy, insertAll, insertParts } from "./insert";
import { addKeyring } from "./keyring";
import { addLogistics } from "./logistics";
import type { Machine } from "./machines";
import { addMenu, addModels } from "./menu";
import { addOrganisation } from "./organisation";
import { PEOPLE } from "./people";
import { COMPANIES, OPENING, PROJECTS } from "./projects";
import { PLACES } from "./places";
import { randomOf, whole } from "./random";
import { addAlertRules } from "./alerts";
import { addTickets } from "./tickets";
import { secretOf } from "./units";

type IdOf = (wanted: string) => number;

/** Writes everything but the machines' past: companies, people, places, the menu, machines and their units. */
export async function buildNetwork(tx: Db, machines: readonly Machine[], key: string, now: Moment): Promise<void> {
  const companies = await insertAll(tx, tables.companies, [...COMPANIES]);
  const companyId = idsBy(COMPANIES, (one) => one.name, companies);
  const projects = await insertAll(
    tx,
    tables.projects,
    PROJECTS.map(({ name, company, note }) => ({ name, company_id: companyId(company), note })),
  );
  const projectId = idsBy(PROJECTS, (one) => one.name, projects);
  await addPeople(tx, companies, projectId, now);
  const locations = await insertAll(
    tx,
    tables.locations,
    PLACES.map((place) => ({
      name: place.name,
      address: place.address,
      city: place.city,
      region: place.region,
      latitude: place.latitude,
      longitude: place.longitude,
      closed_on: [],
      ...OPENING[place.kind],
      external_id: place.externalId,
      project_id: projectId(place.project),
      company_id: companyId(PROJECTS.find((one) => one.name === place.project)?.company ?? ""),
    })),
  );
  const modelId = await addModels(tx);
  const planogramId = await addMenu(tx, modelId, now);
  await addMachines(
    tx,
    machines,
    { location: idsBy(PLACES, (one) => one.externalId, locations), model: modelId, planogram: planogramId },
    key,
    now,
  );
  await addOrganisation(tx, companies);
  await giveToFranchises(tx);
  await addLogistics(tx);
  await addKeyring(tx, now);
  await addHistory(tx, companies, projects);
  await addTickets(tx, now);
  await addAlertRules(tx);
}

async function addPeople(tx: Db, companies: number[], projectId: IdOf, now: Moment): Promise<void> {
  const groups = await insertAll(
    tx,
    tables.userGroups,
    GROUPS.map(({ name, description, permissions }) => ({ name, description, permissions: [...permissions] })),
  );
  const groupId = idsBy(GROUPS, (one) => one.name, groups);
  // Nobody is told this password: an administrator gives these people their own. Kept, it opens the accounts that are offered.
  const secret = newSecret();
  const password = await hashPassword(secret);
  const people = await insertAll(
    tx,
    tables.users,
    PEOPLE.map((person) => {
      const random = randomOf("person", person.login);
      return {
        full_name: person.name,
        email: emailOf(person.login),
        phone: person.phone,
        password,
        user_group_id: person.group === undefined ? null : groupId(person.group),
        role: person.role,
        help_desk_responsible: person.helpDesk ?? false,
        blocked: person.blocked ?? false,
        is_can_all: person.all ?? false,
        is_root: false,
        sport_life: person.all ?? false,
        demonstration_password: person.account ? secret : null,
        companies: person.companies.flatMap((index) => companies[index] ?? []),
        access_mode: person.access?.mode ?? "UNRESTRICTED",
        access_projects: (person.access?.projects ?? []).map(projectId),
        access_locations: [],
        access_devices: [],
        last_seen_at: new Date(now - whole(random, 5, person.blocked ? 90_000 : 2_900) * MINUTE),
      };
    }),
  );
  const idOf = idsBy(PEOPLE, ({ login }) => login, people);
  await keepAccounts(
    tx,
    new Map(PEOPLE.flatMap(({ account, login }) => (account ? [[account, idOf(login)] as const] : []))),
  );
}

/** People of franchises come when these are there; their group is the franchise's. */
async function giveToFranchises(tx: Db): Promise<void> {
  for (const { login, franchise } of PEOPLE)
    if (franchise)
      await run(
        tx,
        sql`update users u set franchise_id = f.id, user_group_id = f.user_group_id from franchises f
        where f.name = ${franchise} and u.email = ${emailOf(login)}`,
      );
}

const emailOf = (login: string) => `${login}@kava-poruch.example`;

async function addMachines(
  tx: Db,
  machines: readonly Machine[],
  idOf: Record<"location" | "model" | "planogram", IdOf>,
  key: string,
  now: Moment,
): Promise<void> {
  const devices = await insertAll(
    tx,
    tables.devices,
    machines.map((machine) => {
      const random = randomOf("device", machine.serial);
      return {
        serial_number: machine.serial,
        model_id: idOf.model(machine.model.name),
        device_type: machine.model.type,
        ownership_type: machine.ownership,
        location_id: machine.place && idOf.location(machine.place.externalId),
        planogram_id: idOf.planogram(machine.planogram.key),
        reader_type: machine.reader,
        in_work: machine.life === "works",
        hidden: machine.hidden,
        ignore_crc: machine.quirk === "no_check_value",
        service_vends: machine.model.serviceVends,
        next_service_on: machine.life === "works" ? shiftDay(kyivDay(now), whole(random, -4, 75)) : null,
      };
    }),
  );
  await insertAll(
    tx,
    tables.telemetries,
    machines.map(({ unit }, index) => ({
      serial: unit.serial,
      type: unit.type,
      device_id: devices[index],
      sim_operator: unit.sim,
      secret_hash: sha256(secretOf(key, unit.serial)),
    })),
  );
  // A snack machine without a payment system of its own hangs on the coffee machine beside it.
  await run(
    tx,
    sql`update devices d set child_device_id = x.id from devices x
    where x.location_id = d.location_id and x.device_type = 'SNACK' and d.id = (select min(y.id) from devices y where y.location_id = x.location_id and y.device_type = 'COFFEE') and x.id % 3 = 0`,
  );
}

/** A few records have a past; the others simply are there. */
async function addHistory(tx: Db, companies: number[], projects: number[]): Promise<void> {
  const created = (entity: string, list: readonly { name: string }[], ids: number[]) =>
    list.map(({ name }, index) => ({
      entity,
      entity_id: ids[index] ?? 0,
      action: "create",
      changes: [{ field: "name", before: null, after: name }],
    }));
  await insertParts(tx, tables.history, [
    ...created("company", COMPANIES, companies),
    ...created("project", PROJECTS, projects),
  ]);
}
