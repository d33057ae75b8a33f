import { data } from "@remix-run/node";
import { copyPlans, savePlans, spreadPlan } from "~server/contract/calls/plans";
import type { Declared } from "~server/contract/entity";
import { parseMessage } from "~server/contract/messages";
import { plain } from "~server/contract/plain";
import { type COPIED, PLANS_MADE, plansForm, spreadForm } from "~server/contract/plans";
import { writtenSchema } from "~server/contract/schema";
import { type ActionContext, protectedAction } from "~server/web/guard.server";
import { errorText, fieldTexts, messageText } from "~server/web/messages.server";
import type { PostResult } from "~server/web/outcome.server";
import { redirectWithToast } from "~server/web/toast.server";
import { toWire } from "~/resource/wire.server";
import { controlOf } from "./plans.server";

/** Changes plans: those of the table, those of the month before, or one that is spread. What was typed stays in the form when it is refused. */
export const plansAction = protectedAction(PLANS_MADE, (context) => {
  const intent = plain(context.form().get("intent"));
  if (intent === "copy" || intent === "copy_year") return copy(context, intent === "copy" ? "month" : "year");
  return intent === "spread" ? spread(context) : save(context);
});

type Errors = Record<string, string[]>;
const monthOf = ({ form }: ActionContext) => plain(form().get("month"));

/** What a form says that makes sense, or what is wrong beside each field. */
function checked(context: ActionContext, form: Declared, sent: object): { values: object } | { errors: Errors } {
  const parsed = writtenSchema(form, "form", "create").safeParse(sent);
  if (parsed.success) return { values: parsed.data };
  const errors: Errors = {};
  for (const { path, message } of parsed.error.issues)
    errors[written(path)] = [messageText(context.t, parseMessage(message))];
  return { errors };
}
/** `plans[3].amount`, as the API names a field. */
const written = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .slice(1);

async function save(context: ActionContext) {
  const { api, form } = context;
  const sent = form();
  const projects = [...new Set(sent.getAll("line").map(plain))].filter((id) => /^\d{1,9}$/.test(id)).map(Number);
  const said = (name: string) => plain(sent.get(name));
  const found = checked(context, plansForm, {
    plans: projects.map((project) => ({
      project: String(project),
      ...Object.fromEntries(KINDS.map((kind) => [kind, said(controlOf(kind, project))])),
    })),
  });
  const beside = (errors: Errors): Errors =>
    Object.fromEntries(
      Object.entries(errors).map(([name, messages]) => {
        const [, index, kind] = /^plans\[(\d+)\]\.(\w+)$/.exec(name) ?? [];
        const project = projects[Number(index)];
        const control = KINDS.find((one) => one === kind) ?? "amount";
        return [project === undefined ? name : controlOf(control, project), messages];
      }),
    );
  if ("errors" in found) return refused(context, "table", beside(found.errors), 422);
  const outcome = await api.change(savePlans, {}, toWire({ month: monthOf(context), ...found.values }));
  return answered(context, "table", outcome, beside);
}
const KINDS = ["amount", "vends", "amount_before", "vends_before"] as const;

const copy = async (context: ActionContext, of: (typeof COPIED)[number]) =>
  answered(context, "copy", await context.api.change(copyPlans, {}, toWire({ month: monthOf(context), of })));

async function spread(context: ActionContext) {
  const { api, form } = context;
  const found = checked(context, spreadForm, Object.fromEntries(form()));
  if ("errors" in found) return refused(context, "spread", found.errors, 422);
  const more = { month: monthOf(context), replace: form().has("replace") ? "on" : null };
  return answered(context, "spread", await api.change(spreadPlan, {}, toWire({ ...found.values, ...more })));
}

type Form = "table" | "copy" | "spread";
async function answered(
  context: ActionContext,
  form: Form,
  outcome: PostResult<{ changed: number }>,
  beside = (errors: Errors) => errors,
) {
  if (!outcome.ok) {
    const errors = beside(fieldTexts(context.t, outcome.fields));
    return refused(
      context,
      form,
      errors,
      outcome.status,
      Object.keys(errors).length ? undefined : errorText(context.t, outcome.error),
    );
  }
  const { changed } = outcome.data;
  const { pathname, search } = context.url;
  throw await redirectWithToast(pathname + search, {
    tone: changed ? "ok" : "info",
    text: changed ? context.t("plans:changed", { count: changed }) : context.t("plans:unchanged"),
  });
}

/** What was typed, and what is wrong with it. */
function refused({ t, form }: ActionContext, of: Form, errors: Errors, status: number, error = t("errors:invalid")) {
  const typed = Object.fromEntries([...form()].map(([name, value]) => [name, plain(value)]));
  return data({ of, typed, errors, error }, { status });
}
