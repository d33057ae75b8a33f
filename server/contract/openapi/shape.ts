import { changeForm, type Entity, editableFields, takenField } from "../entity";
import { editableCells, type Field, type RowsField, type Unit } from "../field-kinds";
import { clearing, HOLDS_FROM, isSet } from "../schema";
import type { Shape } from "../shapes";
import type { Json } from "./json";

/** Name of the schema of an entity's record as it stands in a list; alone it has the entity's own name. */
export const listedName = ({ name }: Entity): string => `${name}_listed`;
export const refTo = (name: string, of: "schemas" | "responses" = "schemas"): Json => ({
  $ref: `#/components/${of}/${name}`,
});

/** JSON Schema of what a shape stands for. */
export function shapeSchema(shape: Shape): Json {
  if ("record" in shape) return refTo(shape.whole ? shape.record.name : listedName(shape.record));
  if ("filter" in shape) return { type: "array", items: { type: "string" }, description: filterWords(shape.filter) };
  if ("taken" in shape) {
    const field = takenField(...shape.taken);
    return objectOf(field ? [field] : [], writtenField);
  }
  const fields = editableFields(shape.update ? changeForm(shape.written) : shape.written);
  const dated = shape.written.dated ? { [HOLDS_FROM]: holdsFrom } : {};
  if (!shape.update) return withMore(objectOf(fields, writtenField), dated);
  const secrets = fields.filter(([, field]) => field.kind === "secret" && !field.required);
  const written = objectOf(
    fields.map(([name, field]) => [name, field.kind === "secret" ? { ...field, required: undefined } : field]),
    writtenField,
  );
  return {
    ...withMore(written, {
      ...Object.fromEntries(secrets.map(([name]) => [clearing(name), { type: "boolean" }])),
      ...dated,
      version: { type: "integer", description: "the one that was read" },
    }),
    required: [...requiredOf(written), "version"],
  };
}

const withMore = (schema: Json, properties: Json): Json => ({
  ...schema,
  properties: { ...Object(schema.properties), ...properties },
});

const holdsFrom: Json = {
  type: "string",
  description:
    "since when changes of what keeps its past hold: an instant that is not to come, or `always`; now when left out",
};

const requiredOf = ({ required }: Json): unknown[] => (Array.isArray(required) ? required : []);

/** JSON Schema of a record: what the service keeps of each, and its fields; of a secret only whether there is one. */
export function recordShape(entity: Entity, whole: boolean): Json {
  const fields = Object.entries(entity.fields).map(([name, field]): [string, Json] =>
    field.kind === "secret" ? [isSet(name), { type: "boolean" }] : [name, readField(field, whole)],
  );
  const properties = {
    id: { type: "integer" },
    version: { type: "integer" },
    title: { type: "string", description: "the text by which people know it" },
    created_at: instant,
    updated_at: instant,
    ...Object.fromEntries(fields),
  };
  return { type: "object", properties, required: Object.keys(properties) };
}

const UNIT_NAMES: Record<Unit, string> = {
  g: "grams",
  kg: "kilograms",
  ml: "millilitres",
  m3: "cubic metres",
  pc: "pieces",
  vends: "vends",
  min: "minutes",
  days: "days",
  percent: "percent",
  celsius: "degrees Celsius",
  duration: "seconds",
  s: "seconds",
};

const instant: Json = { type: "string", format: "date-time", description: "UTC" };
const shifts: Json = {
  type: "array",
  items: {
    type: "object",
    properties: {
      start: { type: "integer", minimum: 0, maximum: 1439 },
      end: { type: "integer", minimum: 1, maximum: 1440 },
    },
    required: ["start", "end"],
  },
  description: "minutes from midnight in Europe/Kyiv; an end before the start lies on the next day",
};
const COUNT: Json = { type: "integer", minimum: 0, description: "how many there are" };

/** A field as it is read; in a list nested rows and files are counted. */
function readField(field: Field, whole: boolean): Json {
  switch (field.kind) {
    case "rows":
      return whole ? { type: "array", items: objectOf(rowFields(field, Object.entries(field.of)), readCell) } : COUNT;
    case "files":
      return whole ? { type: "array", items: refTo("File") } : COUNT;
    case "refs":
      return { type: "array", items: refTo("Ref"), description: `records of ${field.to}` };
    case "choices":
    case "flag":
    case "shifts":
      return valueOf(field);
    default:
      return orNull(unbounded(valueOf(field)));
  }
}

/** Bounds are those of what is written; what is kept may be older than they are, or made up of many. */
const unbounded = ({ minimum: _least, maximum: _most, minLength: _shortest, maxLength: _longest, ...schema }: Json) =>
  schema;

const readCell = (field: Field): Json => readField(field, true);
const orNull = (schema: Json): Json => ({ anyOf: [schema, { type: "null" }] });

/** A field as it is written: relations and files by id. */
function writtenField(field: Field): Json {
  switch (field.kind) {
    case "ref":
      return { type: "integer", description: `id of a record of ${field.to}` };
    case "refs":
      return { type: "array", items: { type: "integer" }, description: `ids of records of ${field.to}` };
    case "file":
      return { type: "integer", description: `id of an uploaded file: ${fileWords(field)}` };
    case "files":
      return { type: "array", items: { type: "integer" }, description: `ids of uploaded files: ${fileWords(field)}` };
    case "rows":
      return { type: "array", items: objectOf(rowFields(field, editableCells(field)), writtenField) };
    default:
      return valueOf(field);
  }
}

/** A value that is there. */
function valueOf(field: Field): Json {
  switch (field.kind) {
    case "integer":
    case "decimal": {
      const unit = field.unit && { description: UNIT_NAMES[field.unit] };
      return { type: field.kind === "integer" ? "integer" : "number", minimum: field.min, maximum: field.max, ...unit };
    }
    case "money":
      return { type: "integer", minimum: field.min, maximum: field.max, description: "kopecks" };
    case "flag":
      return { type: "boolean" };
    case "choice":
      return { type: "string", enum: field.options };
    case "choices":
      return { type: "array", items: { type: "string", enum: field.options } };
    case "day":
      return { type: "string", format: "date", description: "day in Europe/Kyiv" };
    case "moment":
      return instant;
    case "shifts":
      return shifts;
    case "text":
    case "secret": {
      const format = field.kind === "text" && field.format === "email" ? { format: "email" } : {};
      return { type: "string", minLength: field.min, maxLength: field.max, ...format };
    }
    case "ref":
      return { ...refTo("Ref"), description: `record of ${field.to}` };
    case "file":
      return { ...refTo("File"), description: fileWords(field) };
    case "refs":
    case "files":
    case "rows":
      return { type: "array" };
  }
}

function objectOf(fields: [string, Field][], schemaOf: (field: Field) => Json): Json {
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(([name, field]) => [name, schemaOf(field)])),
    required: fields.filter(([, field]) => field.required).map(([name]) => name),
  };
}

/** Rows with an identity carry their id; a row without one is new. */
const rowFields = (field: RowsField, cells: [string, Field][]): [string, Field][] =>
  field.identified ? [["id", { kind: "integer" }], ...cells] : cells;

function fileWords(field: Field & { kind: "file" | "files" }): string {
  const types = field.kind === "file" ? (field.types ?? field.endings) : field.types;
  const size =
    field.kind === "file"
      ? `${field.minBytes ?? 1} to ${field.maxBytes} bytes`
      : `at most ${field.most} at a time of ${field.maxBytes} bytes`;
  return types ? `${size}, ${types.join(", ")}` : size;
}

/** What a filter by a field takes. */
function filterWords(field: Field): string {
  switch (field.kind) {
    case "ref":
    case "refs":
      return `ids of ${field.to}, any of them`;
    case "choice":
    case "choices":
      return `any of ${field.options.join(", ")}`;
    case "day":
    case "moment":
      return "a day in Europe/Kyiv, included";
    case "flag":
      return "true or false";
    default:
      return `as the field: ${field.kind}`;
  }
}
