import { data } from "@remix-run/node";
import { changePassword, endOtherSessions, endSession, profile, saveProfile } from "~server/contract/calls/session";
import type { Profile } from "~server/contract/profile";
import { textOf } from "~server/web/form.server";
import { protectedAction, protectedLoader, type Context } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { forget } from "~server/web/me.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import type { Refusal } from "~server/web/outcome.server";
import type { Row } from "~/ui/data-table";
import { desktopLabels } from "../notices/labels";
import { profileLabels, SESSIONS_FORM } from "./profile-labels";

const DETAILS = ["version", "full_name", "email", "phone"];
const PASSWORD = ["current_password", "password", "password_repeat"];

export const loader = protectedLoader("login", async (context) => {
  const { api, t } = context;
  const { sessions, ...own } = await api.read(profile, {});
  return {
    profile: own,
    sessions: sessions?.map((session) => sessionRow(context, session)),
    labels: { ...pick(t, profileLabels), ...pick(t, desktopLabels) },
  };
});

/** A session as a row of the list; its button ends it. */
function sessionRow({ t, format }: Context, session: NonNullable<Profile["sessions"]>[number]): Row {
  const agent = session.agent ?? t("session:profile.session_unknown");
  const began = format.dateTime(session.created_at);
  const end = {
    form: SESSIONS_FORM,
    name: "session",
    value: String(session.id),
    icon: "close" as const,
    text: t("session:profile.session_end"),
    label: t("session:profile.session_end_one", { agent, time: began }),
  };
  return {
    id: String(session.id),
    cells: [
      session.current ? { text: agent, hint: t("session:profile.session_current") } : { text: agent, buttons: [end] },
      { text: session.address ?? "—" },
      { text: began },
      { text: format.age(session.last_used_at) },
    ],
  };
}

export const action = protectedAction("login", async (context) => {
  const form = context.form();
  switch (form.get("part")) {
    case "password":
      return savePassword(context, form);
    case "sessions":
      return endSessions(context, form);
    default:
      return saveDetails(context, form);
  }
});

async function saveDetails({ api, t, token }: Context, form: FormData) {
  const typed = valuesOf(form, DETAILS);
  const answer = await api.change(saveProfile, {}, { ...typed, ...valuesOf(form, ["current_password"]) });
  if (!answer.ok && answer.status === 409) return conflict(t, typed, await api.read(profile, {}));
  if (!answer.ok) return refused(t, "details", answer, typed);
  forget(token);
  throw await redirectWithToast("/profile", { tone: "ok", key: "session:profile.saved" });
}

/** The API ends every other sign-in of the person; this one stays. */
async function savePassword({ api, t }: Context, form: FormData) {
  const answer = await api.change(changePassword, {}, valuesOf(form, PASSWORD));
  if (!answer.ok) return refused(t, "password", answer, {});
  throw await redirectWithToast("/profile", { tone: "ok", key: "session:profile.password_changed" });
}

/** One session, or all but this one. */
async function endSessions({ api }: Context, form: FormData): Promise<never> {
  const id = textOf(form, "session");
  const answer = await (id ? api.change(endSession, { id }, {}) : api.change(endOtherSessions, {}, {}));
  throw await redirectWithToast(
    "/profile",
    answer.ok ? { tone: "ok", key: "session:profile.sessions_ended" } : { tone: "bad", key: "errors:unexpected" },
  );
}

type Part = "details" | "password";

/** What goes back to the form: words beside fields, and what was typed. */
function refused(t: Context["t"], part: Part, answer: Refusal, values: Record<string, string>) {
  return data(
    { part, error: errorText(t, answer.error), fields: fieldTexts(t, answer.fields), values },
    { status: answer.status },
  );
}

/** Shows what somebody else has saved beside what was typed; sending again replaces it knowingly. */
function conflict(t: Context["t"], typed: Record<string, string>, current: Profile) {
  const part: Part = "details";
  const values = { ...typed, version: String(current.version) };
  return data(
    { part, error: t("session:profile.conflict", { value: describe(current) }), fields: {}, values },
    { status: 409 },
  );
}

const describe = ({ full_name, email, phone }: Profile) => [full_name, email, phone].filter(Boolean).join(", ");

function valuesOf(form: FormData, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(form, name)]));
}
