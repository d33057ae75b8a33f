import { redirect } from "@remix-run/node";
import { notices, readNotices } from "~server/contract/calls/notices";
import { pick } from "~server/web/i18n.server";
import { textOf } from "~server/web/form.server";
import { type ActionContext, protectedAction, protectedLoader } from "~server/web/guard.server";
import { forgetBell } from "~server/web/live/bell.server";
import { noticeHref } from "~server/web/live/event.server";
import { errorText } from "~server/web/messages.server";
import { safeRedirect } from "~server/web/redirects.server";
import { redirectWithToast } from "~server/web/toast.server";
import { desktopLabels } from "./labels";

const PAGE = 50;
const labels = [
  "notices:title",
  "notices:about",
  "notices:empty",
  "notices:empty_text",
  "notices:no_unread",
  "notices:read_all",
  "notices:read",
  "notices:older",
  "notices:newest",
  "resource:pages",
  "notices:which",
  "notices:desktop.title",
] as const;

/** A page of what the person was told of, newest first; `?unread` leaves out what was read, `?before` goes on. */
export const loader = protectedLoader("login", async ({ api, url, t, format }) => {
  const unreadOnly = url.searchParams.has("unread");
  const before = /^\d{1,15}$/.exec(url.searchParams.get("before") ?? "")?.[0];
  const asked = { limit: PAGE, unread: unreadOnly || null, before };
  const { items, more, unread, last } = await api.read(notices, {}, asked);
  const all = { href: "/notices", label: t("notices:all"), current: !unreadOnly };
  const scope = unreadOnly ? "unread&" : "";
  return {
    labels: { ...pick(t, labels), ...pick(t, desktopLabels) },
    tabs: [
      all,
      { href: "/notices?unread", label: t("notices:unread"), current: unreadOnly, count: format.number(unread) },
    ],
    unreadOnly,
    unread,
    last,
    here: url.pathname + url.search,
    items: items.map(({ id, type, ticket, alert, title, body, created_at, read }) => ({
      id,
      title,
      body,
      read,
      type: t(`frame:bell.${type}`),
      href: noticeHref({ ticket, alert }),
      time: { text: format.age(created_at), title: format.dateTime(created_at), iso: created_at },
    })),
    older: more ? `/notices?${scope}before=${items.at(-1)?.id ?? 0}` : undefined,
    newest: before ? `/notices${unreadOnly ? "?unread" : ""}` : undefined,
  };
});

/** Marks notices as read: one, or all up to the one that was the newest when the page was drawn. */
export const action = protectedAction("login", async (context: ActionContext) => {
  const { api, token, t } = context;
  const form = context.form();
  const name = form.has("id") ? "id" : "upto";
  const back = safeRedirect(form.get("redirect"), "/notices");
  const answer = await api.change(readNotices, {}, { [name]: textOf(form, name) });
  forgetBell(token);
  throw answer.ok
    ? redirect(back, 303)
    : await redirectWithToast(back, { tone: "bad", text: errorText(t, answer.error) });
});
