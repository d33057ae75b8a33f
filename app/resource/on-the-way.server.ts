import { callsOf } from "~server/contract/calls/entities";
import { plain } from "~server/contract/plain";
import type { ActionContext } from "~server/web/guard.server";
import { noPermission } from "~server/web/dead-ends.server";
import { chosenRefs } from "./choices.server";
import { receiveFiles } from "./files.server";
import { type Answer, drawAgain, type OpenForm, untouched } from "./form-drawn.server";
import { submitForm } from "./form-submit.server";
import { type Aside, asideIn, mayAdd, onTop, setAside, takenUp, targetOf } from "./nested.server";
import { ofRecord } from "./of-record.server";

/**
 * The step before a form is saved: a record that it lacks is made. Its form lies on the one that lacks it, and on its
 * own another may be laid. Undefined when nothing is being made, and the form may be saved.
 */
export async function recordOnTheWay(context: ActionContext, first: OpenForm): Promise<Answer | undefined> {
  const form = context.form();
  const aside = asideIn(form);
  const open = formOn(context, first, aside);
  if (!open) throw await noPermission(context.request);
  if (form.has("drop")) return takeUp(context, first, aside);
  if (form.has("add_new")) return beginRecord(context, first, open);
  if (!aside.length) return undefined;
  const outcome = await submitForm(context, open);
  return "saved" in outcome ? takeUp(context, first, aside, outcome.saved.id) : outcome.answer;
}

/** The form that lies on those set aside; undefined when this person may not make its record. */
function formOn(context: ActionContext, first: OpenForm, aside: Aside[]): OpenForm | undefined {
  if (!aside.length) return first;
  const below = onTop(first.entity, aside.slice(0, -1));
  const entity = below && targetOf(below, aside.at(-1)?.field ?? "");
  if (!entity || !mayAdd(context, entity.name, aside.length - 1)) return undefined;
  return { entity, purpose: "create", call: callsOf(entity).create, first: first.entity, aside };
}

/** Sets a form aside and opens the empty one of the record that it lacks. */
async function beginRecord(context: ActionContext, first: OpenForm, open: OpenForm): Promise<Answer> {
  const { form, files } = await receiveFiles(context, open.entity);
  const field = plain(form.get("add_new"));
  const aside = [...open.aside, setAside(open.entity, field, form, files)];
  const next = formOn(context, first, aside);
  if (!next) throw await noPermission(context.request);
  const empty = new FormData();
  return drawAgain(context, next, { form: empty, files: {} }, { result: untouched(next, empty) });
}

/** Back to the form that was set aside last, with the record `id` that was made for it. */
async function takeUp(context: ActionContext, first: OpenForm, aside: Aside[], id?: number): Promise<Answer> {
  const last = aside.at(-1);
  const open = formOn(context, first, aside.slice(0, -1));
  if (!last || !open) throw await noPermission(context.request);
  const { form, place } = takenUp(open.entity, last, id);
  const { files } = await receiveFiles({ ...context, form: () => form }, open.entity);
  const result = untouched(open, form);
  const notice = await madeNotice(context, open, last, id);
  return drawAgain(context, open, { form, files }, { result, notice, place });
}

async function madeNotice({ api, t }: ActionContext, { entity }: OpenForm, { field }: Aside, id?: number) {
  const target = targetOf(entity, field);
  if (!target || id === undefined) return undefined;
  const [made] = await chosenRefs(api, target.name, [String(id)]);
  return made && ofRecord(t, "resource:add_new.added", target, made.label);
}
