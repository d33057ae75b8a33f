import { data } from "@remix-run/node";
import { z } from "zod";
import { profileSchema, type Profile } from "~server/contract/profile";
import { textOf } from "~server/web/form.server";
import { protectedAction, protectedLoader, type Context } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { forget } from "~server/web/me.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { commit } from "~server/web/session.server";
import { redirectWithToast } from "~server/web/toast.server";
import type { Refusal } from "~server/web/vending.server";
import { profileLabels } from "./profile-labels";

/** A changed password ends all sessions; the API may hand over a new token for this one. */
const passwordData = z.object({ token: z.string().optional() }).nullish();

const DETAILS = ["version", "full_name", "email", "phone"];
const PASSWORD = ["current_password", "password", "password_repeat"];

export const loader = protectedLoader("login", async ({ api, t }) => ({
  profile: await api.get("/profile", profileSchema),
  labels: pick(t, profileLabels),
}));

export const action = protectedAction("login", async (context) => {
  const form = context.form();
  return form.get("part") === "password" ? changePassword(context, form) : saveDetails(context, form);
});

async function saveDetails({ api, t, token }: Context, form: FormData) {
  const typed = valuesOf(form, DETAILS);
  const answer = await api.post("/profile", typed, z.unknown());
  if (!answer.ok) return refused(t, "details", answer, typed);
  forget(token);
  throw await redirectWithToast("/profile", { tone: "ok", key: "session:profile.saved" });
}

async function changePassword({ api, t, token, request }: Context, form: FormData) {
  const answer = await api.post("/profile/password", valuesOf(form, PASSWORD), passwordData);
  if (!answer.ok) return refused(t, "password", answer, {});
  forget(token);
  const headers = new Headers();
  if (answer.data?.token) headers.append("Set-Cookie", await commit(request, answer.data.token));
  throw await redirectWithToast("/profile", { tone: "ok", key: "session:profile.password_changed" }, headers);
}

/** What goes back to the form: words beside fields, what was typed, and on a conflict what is saved now. */
function refused(t: Context["t"], part: "details" | "password", answer: Refusal, typed: Record<string, string>) {
  const current = answer.status === 409 ? profileSchema.safeParse(answer.data) : undefined;
  const values = current?.success ? { ...typed, version: String(current.data.version) } : typed;
  const error = current?.success ? t("session:profile.conflict", { value: describe(current.data) }) : errorText(t, answer.error);
  return data({ part, error, fields: fieldTexts(t, answer.fields), values }, { status: answer.status });
}

const describe = ({ full_name, email, phone }: Profile) => [full_name, email, phone].filter(Boolean).join(", ");

function valuesOf(form: FormData, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(form, name)]));
}
