import { redirect } from "@remix-run/node";
import { publicAction, publicLoader } from "~server/web/guard.server";
import { isLang, isTheme, savePreferences, type Preferences } from "~server/web/preferences.server";
import { safeRedirect } from "~server/web/redirects.server";
import { redirectWithToast } from "~server/web/toast.server";

export const loader = publicLoader(() => redirect("/profile"));

/** Saves theme, language or light mode in the browser's cookies and returns to the page it came from. */
export const action = publicAction(async ({ form }) => {
  const back = safeRedirect(form().get("redirect"));
  const chosen = choiceOf(form());
  if (!chosen) return redirect(back);
  const headers = new Headers();
  for (const cookie of await savePreferences(chosen.preference)) headers.append("Set-Cookie", cookie);
  return redirectWithToast(back, { tone: "ok", key: chosen.toast }, headers);
});

function choiceOf(form: FormData): { preference: Partial<Preferences>; toast: string } | undefined {
  const theme = form.get("theme");
  if (isTheme(theme)) return { preference: { theme }, toast: "common:toast.theme_updated" };
  const lang = form.get("lang");
  if (isLang(lang)) return { preference: { lang }, toast: "common:toast.language_updated" };
  const scripts = form.get("scripts");
  if (scripts === "on" || scripts === "off")
    return { preference: { scripts: scripts === "on" }, toast: "common:toast.scripts_updated" };
  return undefined;
}
