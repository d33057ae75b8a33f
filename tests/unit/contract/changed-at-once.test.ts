import { expect, it } from "vitest";
import { ENTITIES } from "~server/contract/entities";
import { changeForm, changesOf, editableFields, type Entity } from "~server/contract/entity";
import type { Field } from "~server/contract/field-kinds";
import { identityOf } from "~server/contract/import-columns";

const OWN = "each record has its own";
const OTHER_SYSTEM = "what one company's account, application or server is told by";
const GROUP = "what a group gives is decided for each, beside what it gave before";

/** Editable fields that are changed of one record at a time, and why. */
const ALONE: Record<string, string> = {
  "user.phone": OWN,
  "company.phone": OWN,
  "company.email": OWN,
  "company.merchant_login": OTHER_SYSTEM,
  "company.merchant_id": OTHER_SYSTEM,
  "company.tracking_scripts": OTHER_SYSTEM,
  "company.manager_api_url": OTHER_SYSTEM,
  "company.crew_api_url": OTHER_SYSTEM,
  "company.user_sync_login": OTHER_SYSTEM,
  "company.help_desk_group": OTHER_SYSTEM,
  "company.help_desk_webhook": OTHER_SYSTEM,
  "user_group.description": OWN,
  "user_group.permissions": GROUP,
  "user_group.access_mode": GROUP,
  "user_group.access_projects": GROUP,
  "user_group.access_locations": GROUP,
  "user_group.access_devices": GROUP,
  "location.address": OWN,
  "location.latitude": OWN,
  "location.longitude": OWN,
  "location.external_id": OWN,
  "device.child_device": "a machine is the child of one",
  "ingredient.unit": "goes with what the price is for: one without the other is refused",
  "ingredient.price_type": "goes with the unit: one without the other is refused",
  "device_manufacturer.serial_prefix": OWN,
  "division.external_id": OWN,
  "franchise.phone": OWN,
  "franchise.email": OWN,
  "franchise.merchant_id": OTHER_SYSTEM,
  "location_group.locations": "the groups would all have the same locations",
  "crew.members": "the crews would all have the same people",
  "crew.replaced_by": "a crew stands in for one at a time",
  "crew.devices": "a machine is served by one crew: groups of locations give many",
  "route_sheet.crew": "a crew drives one round",
  "route_sheet.vehicle": "a vehicle drives one round",
  "warehouse.address": OWN,
  "warehouse.latitude": OWN,
  "warehouse.longitude": OWN,
  "currency_rate.rate": OWN,
  "firmware.type": "follows from the image",
  "pax.terminal_id": OWN,
  "fiscal_cashier.cashier_login": OWN,
  "key_client.phone": OWN,
  "key_client.email": OWN,
  "key_wallet.owner": OWN,
  "key_wallet.type": "decides what its money is",
  "sport_life_key.number": OWN,
  "sport_life_key.company": "says whose system keeps the key in step",
  "ticket.device": OWN,
  "ticket.error_code": OWN,
  "ticket.client_phone": OWN,
  "ticket.description": OWN,
  "ticket.responsible": "by an action of its own, also for many: who is responsible is told of it",
  "ticket_solution.text": OWN,
  "ticket_category.description": OWN,
  "ticket_state.counts_as": "changes what tickets of the state are, also those that are closed",
  "ticket_state.position": OWN,
  "ticket_rule.error_code": OWN,
  "alert_rule.cause": "decides what the rule is about",
  "alert_rule.error_code": "goes with the cause",
  "alert_rule.temperature_limit": "goes with the cause",
  "alert_rule.failed_percent": "goes with the cause",
  "alert_rule.cash_limit": "goes with the cause",
  "alert_rule.payment_percent": "goes with the cause",
  "alert_rule.webhook": OTHER_SYSTEM,
  "alert_rule.quiet_from": "goes with the end: one without the other is refused",
  "alert_rule.quiet_to": "goes with the beginning: one without the other is refused",
};

/** What is never changed of many at once, whatever the entity. */
const isNever = (entity: Entity, name: string, field: Field): boolean =>
  [...identityOf(entity), entity.title, entity.titleWith].includes(name) ||
  field.exclusive === true ||
  ["secret", "rows", "file", "files"].includes(field.kind);

it("every editable field is changed of many at once, or says why not", () => {
  const listed = ENTITIES.filter(({ singleton }) => !singleton);
  const changed = (entity: Entity) => changesOf(entity).map(({ takes = "" }) => takes);
  const left = listed.flatMap((entity) =>
    editableFields(changeForm(entity)).flatMap(([name, field]) =>
      isNever(entity, name, field) || changed(entity).includes(name) ? [] : [`${entity.name}.${name}`],
    ),
  );
  expect(left.toSorted()).toEqual(Object.keys(ALONE).toSorted());
  const never = listed.flatMap((entity) =>
    editableFields(entity).flatMap(([name, field]) =>
      changed(entity).includes(name) && (isNever(entity, name, field) || field.fixed) ? [`${entity.name}.${name}`] : [],
    ),
  );
  expect(never).toEqual([]);
});
