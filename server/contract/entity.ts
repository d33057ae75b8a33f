import type { Field } from "./field-kinds";
import type { Listed } from "./listed";
import type { Fields } from "./values";
import { type FurtherPermission, type Permission, type Requirement, SPORT_LIFE } from "./permissions";

/**
 * A named subset of a list, shown as a tab: fixed filter values. `sort`: its order, when not that of the list;
 * `counted`: the tab says how many there are.
 */
export interface Scope {
  name: string;
  where: Record<string, string>;
  sort?: string;
  counted?: true;
}
/** The whole list. It stands last, unless an entity declares it elsewhere. */
export const ALL: Scope = { name: "all", where: {} };

/** Records of another entity that must be looked after because of one of this: `by` is their field that refers to it. */
export interface Concern {
  name: string;
  entity: string;
  by: string;
  where: Record<string, string>;
}

/** What a person can do with one record besides editing; always confirmed on a page of its own. */
export interface EntityAction {
  name: string;
  /** What the confirm page reminds of. */
  concern?: Concern;
  /** Never done to many records at once. */
  single?: true;
  /** Offered (and accepted) only while the flag field has this value; else `refusal`, without one `already_done`. */
  when?: { field: string; is: boolean; refusal?: string };
  danger?: true;
  /** Needed besides what a change of the record needs. */
  needs?: Permission;
  /** The action answers with something to be shown once, e.g. a new secret. */
  reveals?: true;
  /** The field whose new value the action takes along; it is asked for on the confirm page. */
  takes?: string;
  /** It does nothing but write that value, as the record's form does; what the form lets empty may be emptied. */
  writes?: true;
}

/** A group of a form. Below its fields stand what the service itself keeps (`facts`) and a link to an action's page. */
export interface Section {
  name: string;
  fields: string[];
  facts?: string[];
  action?: string;
}

/** What a form is drawn and checked by: an entity, or a form of its own such as a stock move's. */
export type Declared = Pick<Entity, "name" | "fields" | "sections" | "dated" | "atLeastOne">;

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
  /** A second path of the view screen, where the specification has one. */
  alsoViewedAt?: string;
  permission: Permission;
  /** Needed besides: a "…_CREATE" code to create, copy and delete, a "…_CONFIG" code for every change (docs/decisions/012). */
  furtherPermission?: FurtherPermission;
  /** Part of the sports-club features: the viewer needs their flag as well. */
  sportLife?: true;
  /** There is one record and no list: see {@link defineSingleton}. */
  singleton?: true;
  /** The field by which people know a record. */
  title: string;
  /** A text field that stands after the title where that alone does not tell records apart: a version. */
  titleWith?: string;
  /** Texts and relations by which people know a record besides its title: a machine by its place, a key by its owner. For who may open its list. */
  about?: readonly string[];
  /** The choice field that says in which colour people know a record. */
  colour?: string;
  /** The choice field that says what quantities of a record are counted in. */
  measure?: string;
  fields: Fields;
  /** Groups of the form, in order; every editable field stands in exactly one. */
  sections: Section[];
  /** `brief`: what the list is looked at for, which small screens show first below the title; `marks`: flags that are told below it, of a record that has them; `closer`: what says a column’s value closer, and is told there before it while it has no column of its own. */
  list: {
    columns: string[];
    /** Those that are shown until a person chooses, where not all are: seven or eight, which fit 1440 px. */
    usual?: string[];
    search: string[];
    sort: string;
    filters: string[];
    scopes?: Scope[];
    brief?: string[];
    marks?: string[];
    closer?: Record<string, string>;
  };
  actions?: readonly EntityAction[];
  /** Fields that keep their past: where machines stand, whose they are, who serves them, what portions are made of and cost. Of a change is said since when it holds. */
  dated?: readonly string[];
  /** Of these fields one at least is filled in; `refusal`: what is said beside the last of them, a key of `locales/<lang>/errors.json`. */
  atLeastOne?: { of: readonly [string, ...string[]]; refusal: string };
  /** The form of a new one carries a key: sent again, it is not made again. */
  once?: true;
  /** Fields that a form takes over from another record of the kind, when asked to: `?from=5`. */
  takesOver?: readonly string[];
  /** Fields that may be changed of many records at once, from their list. */
  changes?: readonly string[];
  /** Those of them, and of what actions take along, of which is said what follows from the change: `consequences` of the entity's texts. */
  consequences?: readonly string[];
  /** Fields that a file of them may have as columns, where those are not all that a cell can say; false: none is imported. See `importColumns`. */
  imports?: readonly [string, ...string[]] | false;
  /** Fields by which a row of a file is its record, where its title does not tell: no two records have the same. */
  importsBy?: readonly [string, ...string[]];
  /** What the screens of a record remind of while there is any. */
  concern?: Concern;
  /** What else a person does with a record, from its menu, each on a page of its own: the page's address below the view's. */
  shortcuts?: readonly { name: string; path: string }[];
  /** What is done with many records on pages of their own, reached from their list; `chosen`: also with those that are chosen in it. */
  tools?: readonly { name: string; path: string; chosen?: true }[];
  /** Tabs whose text is another than that of their name. */
  tabNames?: Readonly<Record<string, string>>;
  /** Tabs of the view screen, in order, when it has more than its form (`data`); the first is the view's own address. History follows. */
  tabs?: readonly string[];
  /** What tabs need that are not for everybody who may see the record. */
  tabNeeds?: Readonly<Record<string, Requirement>>;
  /** Tabs of one kind that share a place among the tabs; the first of a group leads to the others. */
  tabGroups?: readonly (readonly [string, ...string[]])[];
  /** Entities whose lists are reached from this one: they have no menu entry of their own. */
  related?: readonly string[];
  /** False when records may not be deleted by people. */
  deletable?: false;
}

/** An entity whose fields are known to the compiler. */
export type EntityOf<F extends Fields> = Omit<Entity, "fields"> & { fields: F };

export const listRequirement = (entity: Entity): Exclude<Requirement, "login"> => [
  entity.permission,
  ...(entity.sportLife ? ([SPORT_LIFE] as const) : []),
];

/** Needed to make a record, also as a copy, and to take one away. */
export const createRequirement = (entity: Entity): Exclude<Requirement, "login"> => [
  ...listRequirement(entity),
  ...(entity.furtherPermission ? [entity.furtherPermission] : []),
];

/** Needed to change what a record says. */
export const changeRequirement = (entity: Entity): Exclude<Requirement, "login"> =>
  entity.furtherPermission?.endsWith("_CONFIG") ? createRequirement(entity) : listRequirement(entity);

/** Needed for an action, deletion included. */
export const actionRequirement = (
  entity: Entity,
  { name, needs }: Pick<EntityAction, "name" | "needs">,
): Exclude<Requirement, "login"> =>
  name === DELETE.name ? createRequirement(entity) : [...changeRequirement(entity), ...(needs ? [needs] : [])];

/** The value that an action takes along, as a field of its confirm page. */
export function takenField(entity: Entity, { takes, writes }: EntityAction): [string, Field] | undefined {
  if (takes === undefined) return undefined;
  const field = fieldOf(entity, takes);
  if (field.kind === "moment") throw new Error(`entity ${entity.name}: no action can take the moment "${takes}"`);
  const { readOnly: _, ...asked } = field;
  return [takes, writes ? asked : { ...asked, required: true }];
}

/** Address of a record's view screen; a singleton's has no id in it. */
export const viewPath = (entity: Entity, id: number | string): string => entity.paths.view.replace("{id}", String(id));

/** Address of the list of what was deleted, or of one of it. */
export const deletedPath = (entity: Entity, id?: number): string =>
  `${entity.paths.list}/deleted${id === undefined ? "" : `/${id}`}`;

/** Address of the screen where a file of records is imported. */
export const importPath = (entity: Entity): string => `${entity.paths.list}/import`;

/** Tabs of the view screen, without history. */
export const tabsOf = (entity: Entity): readonly string[] => entity.tabs ?? ["data"];

/** Address of a tab of a record: the first is the view itself. */
export const tabPath = (entity: Entity, id: number | string, tab: string): string =>
  tab === tabsOf(entity)[0] ? viewPath(entity, id) : `${viewPath(entity, id)}/${tab}`;

/** All actions of a record, deletion included. */
export const actionsOf = (entity: Entity): readonly EntityAction[] =>
  entity.deletable === false ? (entity.actions ?? []) : [...(entity.actions ?? []), DELETE];

export const DELETE: EntityAction = { name: "delete", danger: true };

/** Actions that can be done to many records at once: all but those that answer something for one person's eyes. */
export const bulkActionsOf = (entity: Entity): readonly EntityAction[] =>
  actionsOf(entity).filter((action) => !action.reveals && !action.single);

/** Changes of a field that can be made to many records at once. */
export const changesOf = ({ changes = [] }: Entity): readonly EntityAction[] =>
  changes.map((field) => ({ name: `change_${field}`, takes: field, writes: true }));

/** Fields that a person fills in, in form order. */
export const editableFields = (entity: Declared): [string, Field][] =>
  entity.sections.flatMap((section) => section.fields.map((name): [string, Field] => [name, fieldOf(entity, name)]));

/** The form of a record that is there: without what was said when it was made. */
export function changeForm(entity: Entity): Entity {
  if (!Object.values(entity.fields).some(({ fixed }) => fixed)) return entity;
  const known = changeForms.get(entity) ?? {
    ...entity,
    sections: entity.sections
      .map((section) => ({ ...section, fields: section.fields.filter((name) => !fieldOf(entity, name).fixed) }))
      .filter(({ fields, facts }) => fields.length > 0 || facts),
  };
  changeForms.set(entity, known);
  return known;
}
// Schemas are kept by the declaration itself, so there is one of each.
const changeForms = new WeakMap<Entity, Entity>();

/** Of a field that goes with one choice only: which. */
export const onlyOf = (field: Field) => ("only" in field ? field.only : undefined);

export function fieldOf(entity: Pick<Declared, "name" | "fields">, name: string): Field {
  const field = entity.fields[name];
  if (!field) throw new Error(`entity ${entity.name}: no field "${name}"`);
  return field;
}

/** Views of a list as tabs, in order; the list opens on the first. */
export function scopesOf({ list: { scopes = [] } }: Pick<Listed, "list">): readonly Scope[] {
  return !scopes.length || scopes.includes(ALL) ? scopes : [...scopes, ALL];
}

/** How a list may be ordered: by its columns, and as it is declared; falling with a `-`. */
export function sortsOf({ list }: Pick<Listed, "list">): string[] {
  const own = list.sort.replace(/^-/, "");
  return [...new Set([...list.columns, own])].flatMap((name) => [name, `-${name}`]);
}
