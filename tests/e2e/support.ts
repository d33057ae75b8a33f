import type { Page } from "@playwright/test";
import { open } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { type Api, makePerson, type Person, unique } from "./vending";

export const LIST = "/help_desk/tickets";

/**
 * Somebody of support of a franchise with one machine, who can be responsible, so that nobody else's tickets disturb: those without a machine
 * are everybody's of the company. And a way to open tickets on it.
 */
export async function support(api: Api): Promise<{
  person: Person;
  /** Another one of them. */
  colleague(): Promise<Person>;
  ticket(): Promise<{ id: number; subject: string; path: string }>;
  reply(id: number): Promise<string>;
}> {
  const franchise = await makeRecord(api, "franchise");
  const location = await makeRecord(api, "location", { franchise: franchise.id });
  const device = await makeRecord(api, "device", { location: location.id });
  const colleague = () =>
    makePerson(api, ["HELP_DESK"], { devices: [device.id], franchise: franchise.id, responsible: true });
  return {
    person: await colleague(),
    colleague,
    async ticket() {
      const subject = `Не видає решту ${unique()}`;
      const id = await api.create(LIST, {
        subject,
        type: "DEVICE_PROBLEM",
        priority: "HIGH",
        device: device.id,
        description: "Клієнт чекає",
      });
      return { id, subject, path: `${LIST}/view/${id}` };
    },
    async reply(id) {
      const text = `Виїжджаємо ${unique()}`;
      await api.post(`${LIST}/${id}/entries`, { kind: "REPLY", text, key: `${unique()}-${unique()}` });
      return text;
    },
  };
}

export const bell = (page: Page) =>
  page.locator("details").filter({ has: page.getByText(say("frame:header.notifications"), { exact: true }) });
export const toasts = (page: Page) => page.locator("body > [role=status] a");

/** Waits until the page hears live events: they begin a moment after it has settled. */
async function listening(page: Page): Promise<void> {
  await page.waitForResponse((response) => new URL(response.url()).pathname === "/events");
}

/** Opens a page and, where scripts run, waits until it hears live events. */
export async function openLive(page: Page, path: string, scripts: boolean): Promise<void> {
  const heard = scripts ? listening(page) : undefined;
  await open(page, path);
  await heard;
}

/** Without scripts what is new comes with the next page. */
export async function refreshed(page: Page, scripts: boolean): Promise<void> {
  if (!scripts) await page.reload();
}
