import { z } from "zod";
import { recordCallsOf } from "~server/contract/calls/entities";
import { type Entity, fieldOf } from "~server/contract/entity";
import type { Field } from "~server/contract/field-kinds";
import { PERMISSIONS } from "~server/contract/permissions";
import { plain } from "~server/contract/plain";
import { isOutOfSight, type RecordData, type Ref, refSchema } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import { choicesOf } from "./choices.server";
import type { FormValue } from "./form-control";
import { formValue } from "./form-values.server";
import { notGiven } from "./permission-table.server";
import type { StartModel } from "./start-from";

/** In an address: the record that a form takes fields over from, and the words by which it is looked for. */
const FROM = "from";
/** A copy of a whole record takes these fields over no less carefully. */
const COPY = "copy";
const FIND = "find";

interface Start {
  model: StartModel;
  /** What the form holds instead of its own. */
  values: Record<string, FormValue>;
  chosen: Record<string, Ref[]>;
}

/**
 * What a form is offered to take over from another record of its kind, and with `?from=5` what it takes: as much as the
 * person sees and may give. Nothing is saved by it. `record`: the one that is changed, which is no choice.
 */
export async function startOf(context: Context, entity: Entity, record?: RecordData): Promise<Start | undefined> {
  if (!entity.takesOver) return undefined;
  const { t, url } = context;
  const asked = url.searchParams.get(FROM) ?? url.searchParams.get(COPY) ?? "";
  const words = plain(url.searchParams.get(FIND)).slice(0, 100);
  const other = await otherAt(context, entity, asked);
  const { options, more } = await choicesOf(
    context,
    entity.name,
    other ? [{ id: other.id, label: other.title }] : [],
    words,
    record ? { for: String(record.id) } : {},
  );
  const taken = other && takenOver(context, entity, other);
  return {
    values: taken?.values ?? {},
    chosen: taken?.chosen ?? {},
    model: {
      from: other ? String(other.id) : "",
      label: t("access:from.label"),
      hint: t("access:from.hint"),
      submit: t("access:from.submit"),
      placeholder: t("resource:choose"),
      options,
      search: more
        ? { words, label: `${t("resource:find_in")}: ${t("access:from.label")}`, submit: t("resource:find") }
        : undefined,
      kept: [...url.searchParams].filter(([name]) => name !== FROM && name !== FIND),
      error: asked && !other ? t("errors:not_found") : undefined,
      notice: other &&
        taken && { title: t("access:from.taken", { title: other.title }), lines: linesOf(context, taken) },
    },
  };
}

/** The record that is asked for; none for an address that makes no sense, or of what is not this person's to see. */
async function otherAt({ api }: Context, entity: Entity, asked: string): Promise<RecordData | undefined> {
  if (!/^\d{1,9}$/.test(asked)) return undefined;
  return api.read(recordCallsOf(entity).read, { id: asked }).catch((answer: unknown) => {
    if (answer instanceof Response && answer.status === 404) return undefined;
    throw answer;
  });
}

const texts = z.array(z.string()).catch([]);
const refs = z.array(refSchema).catch([]);

interface Taken extends Omit<Start, "model"> {
  /** Codes that were left out, in words, and how many records. */
  codes: string[];
  hidden: number;
}

function takenOver(context: Context, entity: Entity, other: RecordData): Taken {
  const taken: Taken = { values: {}, chosen: {}, codes: [], hidden: 0 };
  for (const name of entity.takesOver ?? []) {
    const field = fieldOf(entity, name);
    const { left, ...value } = givenOf(context, field, other[name]);
    if (field.kind === "choices") taken.codes.push(...left.map((one) => context.t(`options:${field.name}.${one}`)));
    else taken.hidden += left.length;
    taken.values[name] = formValue(field, value.value, context);
    if (field.kind === "refs") taken.chosen[field.to] = refs.parse(value.value);
  }
  return taken;
}

/** A value without what the person may not give or does not see. */
function givenOf(context: Context, field: Field, value: unknown): { value: unknown; left: string[] } {
  if (field.kind === "choices" && field.byMenu) {
    const held = texts.parse(value);
    const left = notGiven(
      context,
      PERMISSIONS.filter((code) => held.includes(code)),
    );
    return { value: held.filter((code) => !left.some((one) => one === code)), left };
  }
  if (field.kind !== "refs") return { value, left: [] };
  const all = refs.parse(value);
  return {
    value: all.filter((one) => !isOutOfSight(one)),
    left: all.filter(isOutOfSight).map(({ label }) => label),
  };
}

const linesOf = ({ t }: Context, { codes, hidden }: Taken): string[] => [
  t("access:from.unsaved"),
  ...(codes.length ? [t("access:from.left_out", { list: codes.join(", ") })] : []),
  ...(hidden ? [t("access:from.hidden", { count: hidden })] : []),
];
