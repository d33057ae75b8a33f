import type { LiveNotice } from "./stream";

const ICON = "/icon-96-v1.png";

/** Shows a notification of the browser, when the person has allowed them; the same message never stands there twice. */
export async function notifyDesktop({ id, title, body }: LiveNotice, href: string): Promise<void> {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  const registration = await navigator.serviceWorker?.getRegistration();
  await registration?.showNotification(title, { body, icon: ICON, tag: id, data: { href } });
}
