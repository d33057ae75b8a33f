import { expect } from "@playwright/test";
import { viewPath } from "~server/contract/entity";
import { ticket } from "~server/contract/entities/tickets";
import { user } from "~server/contract/entities/users";
import { MAX_NOTICES, noticesSchema } from "~server/contract/notices";
import { profileSchema } from "~server/contract/profile";
import { secondFactorSchema } from "~server/contract/second-factor";
import { codeOf } from "./one-time-code";
import type { PlainBrowser, PlainPage } from "./plain-browser";
import { makeRecord } from "./records";
import { type Api, makePerson, PASSWORD, signedInApi, unique } from "./vending";

/** Of the page and of the calls behind it. */
const SECOND_FACTOR = "/profile/second_factor";

interface Person {
  email: string;
  password: string;
}

/** What somebody is told of: read one by one, or all at once. */
export async function notices(browser: PlainBrowser, api: Api, who: Person): Promise<void> {
  const own = await signedInApi(who);
  const { id } = profileSchema.parse(await own.get("/profile"));
  for (const { id: given } of [await makeRecord(api, "ticket"), await makeRecord(api, "ticket")])
    await api.post(`${ticket.api}/${given}/assign`, { responsible: id });
  // Others' tickets go on telling this person things: what is looked at are the notices that were there.
  const told = async () => noticesSchema.parse(await own.get(`/notices?limit=${MAX_NOTICES}`)).items;
  const unread = async () => (await told()).filter(({ read }) => !read).map((one) => one.id);
  await expect.poll(async () => (await unread()).length).toBeGreaterThanOrEqual(2);
  const page = await browser.open("/notices");
  const before = await unread();
  const one = page.button("id");
  const next = await browser.press(page, one);
  const left = await unread();
  expect(before.filter((each) => !left.includes(each))).toEqual([Number(one.value)]);
  const all = next.button("upto");
  await browser.press(next, all);
  expect((await unread()).filter((each) => each <= Number(all.value))).toEqual([]);
}

/** Everything in the cabinet, with a new password in the end; then signed out and in again. */
export async function account(browser: PlainBrowser, api: Api, who: Person): Promise<void> {
  await look(browser);
  await details(browser, who);
  await sessions(browser, who);
  const password = await changePassword(browser, who);
  const secret = await twoSteps(browser, password);

  const profile = await browser.open("/profile");
  await browser.press(profile, profile.button("", undefined, signOut(profile)));
  expect((await browser.open("/profile")).path).toBe("/login?redirect=%2Fprofile");
  const login = await browser.open("/login");
  login.control("email").value = who.email;
  login.control("password").value = password;
  const second = await browser.press(login, login.button());
  second.control("secret_code").value = codeOf(secret, 1);
  await browser.press(second, second.button());
  expect((await browser.open("/profile")).path).toBe("/profile");
  await resetTwoSteps(browser, api);
}

/** For somebody else, whose phone is lost. */
async function resetTwoSteps(browser: PlainBrowser, api: Api): Promise<void> {
  const person = await makePerson(api, []);
  const theirs = await signedInApi(person);
  await theirs.post(`${SECOND_FACTOR}/begin`, { current_password: person.password });
  const { pending } = secondFactorSchema.parse(await theirs.get(SECOND_FACTOR));
  await theirs.post(`${SECOND_FACTOR}/confirm`, { code: codeOf(pending?.secret ?? "") });
  const page = await browser.open(`${viewPath(user, person.id)}/reset_second_factor`);
  await browser.press(page, page.button());
  expect(await api.get(`${user.api}/${person.id}`)).toMatchObject({ second_factor: false });
}

async function details(browser: PlainBrowser, who: Person): Promise<void> {
  const page = await browser.open("/profile");
  const phone = page.control("phone");
  phone.value = "050 111 22 33";
  await browser.press(page, page.button("", undefined, phone.form));
  expect(await (await signedInApi(who)).get("/profile")).toMatchObject({ phone: "+380501112233" });
}

/** One session is ended, then all but this one. */
async function sessions(browser: PlainBrowser, who: Person): Promise<void> {
  const first = await signedInApi(who);
  const here = profileSchema.parse(await first.get("/profile")).sessions?.find(({ current }) => current)?.id;
  const page = await browser.open("/profile");
  const next = await browser.press(page, page.button("session", String(here)));
  await expect(first.get("/profile")).rejects.toThrow("session_ended");
  const second = await signedInApi(who);
  const others = next.document.querySelector<HTMLFormElement>("form:has([name=part][value=sessions])");
  await browser.press(next, next.button("", undefined, others));
  await expect(second.get("/profile")).rejects.toThrow("session_ended");
}

/** Answers the new password; who is signed in elsewhere is no more. */
async function changePassword(browser: PlainBrowser, { email, password }: Person): Promise<string> {
  const elsewhere = await signedInApi({ email, password });
  const page = await browser.open("/profile");
  const { form } = page.control("password");
  const fresh = `${PASSWORD} ${unique()}`;
  for (const [name, value] of [
    ["current_password", password],
    ["password", fresh],
    ["password_repeat", fresh],
  ] as const)
    for (const input of form?.querySelectorAll<HTMLInputElement>(`[name="${name}"]`) ?? []) input.value = value;
  await browser.press(page, page.button("", undefined, form));
  await expect(elsewhere.get("/profile")).rejects.toThrow("session_ended");
  await signedInApi({ email, password: fresh });
  return fresh;
}

const signOut = (page: PlainPage) => page.document.querySelector<HTMLFormElement>("main form[action='/logout']");

/** Language, theme and scripts, back to what they were. */
async function look(browser: PlainBrowser): Promise<void> {
  for (const [name, ...values] of [
    ["lang", "en", "pl", "uk"],
    ["theme", "dark", "light"],
    ["scripts", "off", "on"],
  ] as const)
    for (const value of values) {
      const page = await browser.open("/profile");
      const done = await browser.press(page, page.button(name, value));
      if (name !== "scripts") expect(/<html[^>]*>/.exec(done.html)?.[0]).toContain(`${name}="${value}"`);
      else expect(done.button("scripts").value).not.toBe(value);
    }
}

/** Set up, given new recovery codes, moved to another phone; answers the other phone's secret. */
async function twoSteps(browser: PlainBrowser, password: string): Promise<string> {
  const press = async (intent: string) => {
    const page = await browser.open(SECOND_FACTOR);
    page.control("current_password").value = password;
    return browser.press(page, page.button("intent", intent));
  };
  const confirm = async (page: PlainPage) => {
    const secret = codes(page)[0]?.replaceAll(" ", "") ?? "";
    page.control("secret_code").value = codeOf(secret);
    expect(codes(await browser.press(page, page.button("intent", "confirm")))).toHaveLength(10);
    return secret;
  };
  await confirm(await press("begin"));
  expect(codes(await press("recovery_codes"))).toHaveLength(10);
  await press("off");
  await confirm(await press("begin"));
  return confirm(await press("begin"));
}

const codes = ({ document }: PlainPage) =>
  [...document.querySelectorAll("main code")].map(({ textContent }) => textContent);
