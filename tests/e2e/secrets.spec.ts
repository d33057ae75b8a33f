import { editableFields } from "~server/contract/entity";
import { fill } from "./fill";
import { expect, signIn, SITE, test } from "./pages";
import { PlainBrowser, type PlainPage } from "./plain-browser";
import { LISTED } from "./records";
import { say } from "./texts";
import { unique } from "./vending";

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

/** Types something else into every control for a secret; answers what. */
const typeSecrets = ({ document }: PlainPage): string[] =>
  [...document.querySelectorAll<HTMLInputElement>("input[type=password]")].map(
    (control, index) => (control.value = `${index}${unique()}`),
  );
