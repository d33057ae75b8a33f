import type { Field, RowsField } from "./fields";
import type { Permission, Requirement } from "./permissions";

/** A named subset of a list, shown as a tab: fixed filter values. */
export interface Scope { name: string; where: Record<string, string> }

/** What a person can do with one record besides editing; always confirmed on a page of its own. */
export interface EntityAction {
  name: string;
  /** Offered (and accepted) only while the flag field has this value. */
  when?: { field: string; is: boolean };
  danger?: true;
  /** The action answers with something to be shown once, e.g. a new secret. */
  reveals?: true;
}

/**
 * An entity, declared once: from it come the API's endpoints, the screens, validation, permissions,
 * history, pickers and OpenAPI. Texts: `locales/<lang>/entities.json` under `name`.
 */
export interface Entity {
  name: string;
  /** Path of the collection in the vending API. */
  api: string;
  /** Paths of the screens; the specification's are irregular, so each is written out. */
  paths: { list: string; create: string; view: string };
  permission: Permission;
  createPermission?: Permission;
  /** The field by which people know a record. */
  title: string;
  fields: Record<string, Field>;
  /** Groups of the form, in order; every editable field stands in exactly one. */
  sections: { name: string; fields: string[] }[];
  list: { columns: string[]; search: string[]; sort: string; filters: string[]; scopes?: Scope[] };
  actions?: EntityAction[];
  /** Tabs of the view screen, in order, when it has more than its form (`data`); the first is the view's own address. History follows. */
  tabs?: readonly string[];
  /** Entities whose lists are reached from this one: they have no menu entry of their own. */
  related?: readonly string[];
  /** False when records may not be deleted by people. */
  deletable?: false;
}

export const listRequirement = (entity: Entity): Requirement => [entity.permission];
export const createRequirement = (entity: Entity): Requirement =>
  entity.createPermission ? [entity.permission, entity.createPermission] : [entity.permission];

/** Address of a record's view screen. */
export const viewPath = (entity: Entity, id: number | string): string => entity.paths.view.replace("{id}", String(id));

/** Tabs of the view screen, without history. */
export const tabsOf = (entity: Entity): readonly string[] => entity.tabs ?? ["data"];

/** Address of a tab of a record: the first is the view itself. */
export const tabPath = (entity: Entity, id: number | string, tab: string): string =>
  tab === tabsOf(entity)[0] ? viewPath(entity, id) : `${viewPath(entity, id)}/${tab}`;

/** All actions of a record, deletion included. */
export const actionsOf = (entity: Entity): EntityAction[] =>
  entity.deletable === false ? (entity.actions ?? []) : [...(entity.actions ?? []), { name: "delete", danger: true }];

/** Fields that a person fills in, in form order. */
export const editableFields = (entity: Entity): [string, Field][] =>
  entity.sections.flatMap((section) => section.fields.map((name): [string, Field] => [name, fieldOf(entity, name)]));

export function fieldOf(entity: Entity, name: string): Field {
  const field = entity.fields[name];
  if (!field) throw new Error(`entity ${entity.name}: no field "${name}"`);
  return field;
}

/** Checks a declaration at boot, so that a slip is named by its place and not met by a user. */
export function defineEntity(entity: Entity): Entity {
  const fail = (what: string) => { throw new Error(`entity ${entity.name}: ${what}`); };
  const inSections = entity.sections.flatMap((section) => section.fields);
  for (const name of [entity.title, ...entity.list.columns, ...entity.list.search, ...entity.list.filters, ...inSections]) fieldOf(entity, name);
  fieldOf(entity, entity.list.sort.replace(/^-/, ""));
  for (const [name, field] of Object.entries(entity.fields)) {
    const times = inSections.filter((one) => one === name).length;
    if (times !== (field.readOnly ? 0 : 1)) fail(`field "${name}" stands in ${times} sections`);
    if (field.kind === "rows") checkRows(field, (what) => fail(`field "${name}": ${what}`));
  }
  for (const scope of entity.list.scopes ?? []) Object.keys(scope.where).forEach((name) => fieldOf(entity, name));
  for (const action of entity.actions ?? []) if (action.when) fieldOf(entity, action.when.field);
  if (!entity.paths.view.endsWith("/{id}")) fail("paths.view must end with /{id}");
  return entity;
}

function checkRows(field: RowsField, fail: (what: string) => void) {
  if (field.unique && !field.of[field.unique]) fail(`unique column "${field.unique}" is not there`);
}
