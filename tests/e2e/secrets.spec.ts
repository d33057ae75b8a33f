import { editableFields } from "~server/contract/entity";
import { fill } from "./fill";
import { expect, signIn, SITE, test } from "./pages";
import { PlainBrowser, type PlainPage } from "./plain-browser";
import { LISTED } from "./records";
import { say } from "./texts";
import { makePerson, unique } from "./vending";

const withSecrets = LISTED.filter((entity) => editableFields(entity).some(([, { kind }]) => kind === "secret"));

// What is sent and answered is the same for every browser.
test("no refusal gives a secret back, whatever its field is called", { tag: "@plain" }, async ({ playwright, api }) => {
  test.slow();
  expect(withSecrets.length).toBeGreaterThan(3);
  for (const entity of withSecrets) {
    const request = await playwright.request.newContext();
    await signIn({ request });
    const browser = new PlainBrowser(request);
    const { page } = await fill(entity.paths.create, { browser, api, form: entity, round: 0 });
    const secrets = typeSecrets(page);
    const declared = editableFields(entity).filter(([, { kind }]) => kind === "secret");
    expect(secrets, entity.name).toHaveLength(declared.length);

    const title = page.control(entity.title);
    const word = title.value;
    title.value = "";
    for (const one of page.document.forms) one.noValidate = true;
    const refused = await browser.press(page, page.button(), say("resource:check_fields"));
    title.value = word;
    await request.post(`${SITE}/logout`, { headers: { origin: SITE }, maxRedirects: 0 });
    const held = await browser.press(page, page.button(), say("session:login.title"));
    expect(held.html, entity.name).toContain(word);
    for (const secret of secrets)
      expect([refused.html.includes(secret), held.html.includes(secret)], entity.name).toEqual([false, false]);
    await request.dispose();
  }
});

test("nor does a refusal of the cabinet or of the second step", { tag: "@plain" }, async ({ playwright, api }) => {
  const person = await makePerson(api, []);
  const request = await playwright.request.newContext();
  const browser = new PlainBrowser(request);
  const opened = async (path: string) => {
    await signIn({ request }, person);
    return browser.open(path);
  };
  /** Sends a page's form without what it wants, with and without a session; neither answer may hold what was typed for secrets. */
  const sent = async (page: PlainPage, button: HTMLButtonElement, refusal: string, shown: string) => {
    const secrets = typeSecrets(page);
    expect(secrets.length).toBeGreaterThan(0);
    const refused = await browser.press(page, button, refusal);
    await request.post(`${SITE}/logout`, { headers: { origin: SITE }, maxRedirects: 0 });
    const held = await browser.press(page, button, say("session:login.title"));
    expect([refused.html, held.html], refusal).toEqual([expect.stringContaining(shown), expect.any(String)]);
    expect(held.document.querySelector<HTMLInputElement>("[name=held]")?.value, refusal).toContain(shown);
    for (const secret of secrets)
      expect([refused.html.includes(secret), held.html.includes(secret)], refusal).toEqual([false, false]);
  };

  const details = await opened("/profile");
  const email = `${unique()}@example.com`;
  details.control("email").value = email;
  await sent(
    details,
    details.button("", undefined, details.control("email").form),
    say("errors:wrong_password"),
    email,
  );
  const password = await opened("/profile");
  const { form } = password.control("password");
  await sent(password, password.button("", undefined, form), say("session:profile.errors"), "password");
  const begun = await opened("/profile/second_factor");
  await sent(begun, begun.button("intent", "begin"), say("errors:wrong_password"), "begin");
  const asked = await opened("/profile/second_factor");
  asked.control("current_password").value = person.password;
  const pending = await browser.press(asked, asked.button("intent", "begin"));
  await sent(pending, pending.button("intent", "confirm"), say("errors:wrong_code"), "confirm");
  await request.dispose();
});

/** Types something else into every control for a secret; answers what. */
const typeSecrets = ({ document }: PlainPage): string[] =>
  [...document.querySelectorAll<HTMLInputElement>("input[type=password], [autocomplete=one-time-code]")].map(
    (control, index) => (control.value = `${index}${unique()}`),
  );
