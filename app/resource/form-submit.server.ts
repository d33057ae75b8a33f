import { randomUUID } from "node:crypto";
import type { SubmissionResult } from "@conform-to/react";
import { z } from "zod";
import { plain } from "~server/contract/plain";
import type { FieldMessages } from "~server/contract/envelope";
import { INTENT } from "~server/contract/form-bounds";
import { HOLDS_FROM, HOLDS_FROM_AT } from "~server/contract/schema";
import type { ActionContext } from "~server/web/guard.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { toastCookie } from "~server/web/toast.server";
import type { Refusal } from "~server/web/outcome.server";
import { receiveFiles } from "./files.server";
import { merge } from "./form-conflict.server";
import { type Answer, drawAgain, type OpenForm, parsed, type Sent, untouched } from "./form-drawn.server";
import { type RowIntent, rowIntent } from "./form-place.server";
import { inWords } from "./form-words.server";
import { rowsAsked } from "./rows-asked.server";
import { alsoMade, grownFrom, madeWith, withoutEmptyRows } from "./sent-rows.server";
import { toWire } from "./wire.server";

/** What was saved; `changed`: whether saving made any difference, `merged`: somebody else's changes stand beside it. */
export interface Saved {
  id: number;
  changed: boolean;
  merged: boolean;
  title?: string;
}

/** How often a form is put together with what others save meanwhile before its person is asked. */
const MOST_MERGES = 3;

type Outcome = { saved: Saved } | { answer: Answer };

/** Checks a form and sends it on; it is drawn again when words were searched for and with what stands in the way. */
export async function submitForm(context: ActionContext, open: OpenForm): Promise<Outcome> {
  const { errors, ...received } = await receiveFiles(context, open.entity);
  const asked = received.form;
  if (asked.has("find") || isSearchByEnter(asked))
    return {
      answer: await drawAgain(context, open, received, { result: untouched(open, asked), place: searchIn(asked) }),
    };
  const changed = await rowsAsked(context, open, received);
  if (changed) return { answer: changed };
  const form = asked.has(INTENT) ? asked : withoutEmptyRows(open.entity, asked);
  return send(context, open, { ...received, form, drawn: form === asked ? undefined : randomUUID() }, errors);
}

async function send(
  context: ActionContext,
  open: OpenForm,
  sent: Sent,
  errors: Record<string, string[]>,
  merges = 0,
): Promise<Outcome> {
  const { form } = sent;
  const submission = parsed(open, form);
  if (submission.status !== "success") {
    const intent = rowIntent(open.entity, form);
    const result = goingOnFromLast(inWords(context, open.entity, form, submission.reply(), errors), form, intent);
    const status = submission.status === "error" ? 400 : 200;
    return { answer: await drawAgain(context, open, sent, { result, place: intent?.place }, { status }) };
  }
  if (Object.keys(errors).length) {
    const result = submission.reply({ fieldErrors: errors });
    return { answer: await drawAgain(context, open, sent, { result }, { status: 400 }) };
  }

  const values = { ...submission.value, ...open.along };
  const outcome = await context.api.change(open.call, open.ids ?? {}, toWire(values));
  if (outcome.ok) {
    const { id, version, title } = outcome.data;
    return { saved: { id, title, changed: plain(form.get("version")) !== String(version), merged: merges > 0 } };
  }
  if (outcome.status !== 409 || outcome.error !== "conflict")
    return { answer: await refused(context, open, sent, submission, outcome) };
  const merged = await merge(context, open.entity, sent, submission.value, outcome);
  if (merged.question === undefined && merges < MOST_MERGES)
    return send(context, open, merged.sent, errors, merges + 1);
  const { sent: together, question } = merged;
  const result =
    question === undefined
      ? parsed(open, together.form).reply({ formErrors: [context.t("errors:conflict")] })
      : untouched(open, together.form);
  return { answer: await drawAgain(context, open, together, { result, question }, { status: 409 }) };
}

/** The library knows no type for rows of a form that is declared at run time. */
const anyRow = z.custom<NonNullable<SubmissionResult["intent"]>>();

/** A row that was added has what follows from the one before it. */
function goingOnFromLast(
  result: SubmissionResult<string[]>,
  form: FormData,
  intent: RowIntent | undefined,
): SubmissionResult<string[]> {
  const values = result.initialValue;
  if (intent?.type !== "insert" || !values) return result;
  const { list, field, rows } = intent;
  const row = grownFrom(field, rows.at(-1));
  const drawn = values[list];
  return {
    ...result,
    // With scripts the form has its rows already, and takes the new one from what was asked for.
    intent: anyRow.parse({ type: "insert", payload: { name: list, defaultValue: row } }),
    initialValue: {
      ...values,
      [list]: [...(Array.isArray(drawn) ? drawn.slice(0, rows.length) : []), row],
      [madeWith(list)]: alsoMade(form, list, field, [row]),
    },
  };
}

/** The search box that was used. */
const searchIn = (form: FormData): string | undefined =>
  form.has("find")
    ? `find_${plain(form.get("find"))}`
    : [...form].find(([name, value]) => name.startsWith("find_") && value !== "")?.[0];

/** Enter presses the hidden first button: with words in a search box, or just taken out of it, that is a search and not a wish to save. */
const isSearchByEnter = (form: FormData): boolean =>
  form.has("enter") && [...form].some(([name, value]) => /^(find|found)_/.test(name) && value !== "");

/** The API has one field for since when a change holds; of a form's two it can only mind the moment. */
const besideMoment = ({ [HOLDS_FROM]: since, ...fields }: FieldMessages): FieldMessages =>
  since ? { ...fields, [HOLDS_FROM_AT]: since } : fields;

type Checked = Extract<ReturnType<typeof parsed>, { status: "success" }>;

/** The form with the API's reasons: beside the fields it names, else above the form and in a toast. */
async function refused(
  context: ActionContext,
  open: OpenForm,
  sent: Sent,
  { reply }: Checked,
  refusal: Refusal,
): Promise<Answer> {
  const fieldErrors = fieldTexts(context.t, besideMoment(refusal.fields));
  if (Object.keys(fieldErrors).length)
    return drawAgain(context, open, sent, { result: reply({ fieldErrors }) }, { status: refusal.status });
  const text = errorText(context.t, refusal.error);
  const headers = { "Set-Cookie": await toastCookie({ tone: "bad", text }) };
  return drawAgain(context, open, sent, { result: reply({ formErrors: [text] }) }, { status: refusal.status, headers });
}
