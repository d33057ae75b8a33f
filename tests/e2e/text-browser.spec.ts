import { findOther } from "../../scripts/lib/debian.mjs";
import { TextBrowser } from "./engines/w3m";
import { expect, SITE, test as base } from "./pages";
import { makeRecord } from "./records";
import { say } from "./texts";
import { makeUnit } from "./unit";
import { makePerson, unique } from "./vending";

const test = base.extend<{ browse: (url: string) => TextBrowser }>({
  // The watch over Chromium's pages: none is opened here.
  quiet: async ({}, use) => use(undefined),
  browse: async ({}, use, info) => {
    const opened: TextBrowser[] = [];
    await use((url) => {
      const program = findOther("w3m");
      test.skip(!program, "w3m is not installed here");
      const browser = TextBrowser.start(program ?? "", info.outputPath("w3m"), url);
      opened.push(browser);
      return browser;
    });
    for (const one of opened) await one.end();
  },
});

test("in a text browser a machine is found and restarted", { tag: "@plain" }, async ({ browse, api }) => {
  const browser = browse(`${SITE}/devices`);
  const word = unique();
  const device = await makeRecord(api, "device", { serial_number: `${word}-1` });
  const unit = await makeUnit(api, device.id);
  const { email, password } = await makePerson(api, ["DEVICE", "DEVICE_CREATE", "TELEMETRY", "TELEMETRY_CREATE"]);

  browser.fill(email, { after: say("session:login.email") });
  browser.fill("not the password", { after: say("session:login.password") });
  browser.press(say("session:login.submit"));
  await browser.sees(say("errors:bad_credentials"), email.replace(/@.*/, ""));
  browser.fill(password, { after: say("session:login.password") });
  browser.press(say("session:login.submit"));
  await browser.sees(say("resource:apply"));

  browser.fill(word, { before: say("resource:apply") });
  browser.press(say("resource:apply"));
  await browser.sees(say("resource:range", { from: 1, to: 1, total: 1 }), device.title);
  browser.press(device.title);
  await browser.sees(device.title, say("resource:tab.history"));
  browser.press(say("entities:device.shortcuts.restart"), "first");
  await browser.sees(say("device:command.restart.question"));
  expect((await unit.send({})).map(({ name }) => name)).toEqual([]);
  browser.press(say("device:command.restart.label"));
  await browser.sees(device.title, say("device:command_given", { name: say("device:command.restart.name") }));
  expect((await unit.send({})).map(({ name }) => name)).toEqual(["restart"]);
});
