import { type EntityOf, fieldOf, onlyOf } from "./entity";
import type { Field, RowsField } from "./field-kinds";
import type { Fields } from "./values";

/** Checks a declaration at boot, so that a slip is named by its place and not met by a user. */
export function defineEntity<const F extends Fields>(entity: EntityOf<F>): EntityOf<F> {
  const fail = (what: string) => {
    throw new Error(`entity ${entity.name}: ${what}`);
  };
  const inSections = entity.sections.flatMap((section) => section.fields);
  for (const name of [
    entity.title,
    ...(entity.titleWith ? [entity.titleWith] : []),
    ...(entity.about ?? []),
    ...(entity.colour ? [entity.colour] : []),
    ...(entity.measure ? [entity.measure] : []),
    ...entity.list.columns,
    ...entity.list.search,
    ...entity.list.filters,
    ...(entity.list.brief ?? []),
    ...(entity.dated ?? []),
    ...(entity.atLeastOne?.of ?? []),
    ...(entity.imports || []),
    ...(entity.importsBy ?? []),
    ...(entity.changes ?? []),
    ...inSections,
    ...entity.sections.flatMap(({ facts = [] }) => facts),
  ])
    fieldOf(entity, name);
  fieldOf(entity, entity.list.sort.replace(/^-/, ""));
  for (const [name, field] of Object.entries(entity.fields)) {
    const times = inSections.filter((one) => one === name).length;
    if (times !== (field.readOnly ? 0 : 1)) fail(`field "${name}" stands in ${times} sections`);
    const only = onlyOf(field);
    if (only && !isOption(fieldOf(entity, only.field), only.is))
      fail(`field "${name}" goes with what cannot be chosen`);
    if (field.kind === "rows" && field.model) fieldOf(entity, field.model);
    if (field.kind === "rows") checkRows(field, (what) => fail(`field "${name}": ${what}`));
  }
  if (entity.alsoViewedAt && !entity.alsoViewedAt.endsWith("/{id}")) fail("alsoViewedAt must end with /{id}");
  for (const name of entity.consequences ?? [])
    if (!entity.changes?.includes(name) && !entity.actions?.some(({ takes }) => takes === name))
      fail(`"${name}" is changed of one at a time`);
  for (const { name, where, sort = entity.list.sort } of entity.list.scopes ?? []) {
    Object.keys(where).forEach((one) => fieldOf(entity, one));
    if (!entity.list.columns.includes(sort.replace(/^-/, "")) && sort !== entity.list.sort)
      fail(`scope "${name}" is sorted by what is no column`);
  }
  for (const { name, action } of entity.sections)
    if (action && !entity.actions?.some((one) => one.name === action))
      fail(`section "${name}" has no action "${action}"`);
  for (const action of entity.actions ?? []) {
    if (action.when) fieldOf(entity, action.when.field);
    if (action.takes) fieldOf(entity, action.takes);
  }
  if (!entity.singleton && !entity.paths.view.endsWith("/{id}")) fail("paths.view must end with /{id}");
  return entity;
}

type Single<F extends Fields> = Omit<EntityOf<F>, "paths" | "title" | "list" | "deletable" | "singleton"> & {
  path: string;
};

/**
 * Declares an entity of which there is exactly one record, such as the settings: `path` is the screen of its form,
 * `GET` and `POST` of `api` read and change it, `{api}/history` tells its past. The record (id 1) is made when it is
 * first asked for, so every column of its table needs a default.
 */
export function defineSingleton<const F extends Fields>({ path, ...single }: Single<F>): EntityOf<F> {
  const [first = ""] = Object.keys(single.fields);
  return defineEntity({
    ...single,
    paths: { list: path, create: path, view: path },
    title: first,
    list: { columns: [], search: [], sort: first, filters: [] },
    deletable: false,
    singleton: true,
  });
}

const isOption = (field: Field, value: string) => field.kind === "choice" && field.options.includes(value);

function checkRows(field: RowsField, fail: (what: string) => void) {
  for (const column of Object.values(field.face ?? {}))
    if (!field.of[column]) fail(`column "${column}" of its face is not there`);
  if (field.unique && !field.of[field.unique]) fail(`unique column "${field.unique}" is not there`);
}
