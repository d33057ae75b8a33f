import { beforeAll, describe, expect, it } from "vitest";
import { entityNamed } from "~server/contract/entities";
import { REGIONS } from "~server/contract/enums";
import { userGroup } from "~server/contract/entities/users_groups";
import { ConfigError, readConfig } from "~server/web/config.server";
import { formatter } from "~server/web/format.server";
import { parseHeld } from "~server/web/held";
import { pick, translator, translatorFor } from "~server/web/i18n.server";
import { errorText, fieldTexts } from "~server/web/messages.server";
import { type Lang, LANGUAGES } from "~server/web/preferences.server";
import { ofRecord } from "~/resource/of-record.server";
import { inWords, shown } from "~/resource/show.server";
import { browserRequest, configureWeb } from "./with-stand-in";

beforeAll(() => configureWeb());

describe("translations", () => {
  it("speak Ukrainian unless the cookie says otherwise", async () => {
    expect((await translator(browserRequest("/"))).lang).toBe("uk");
    const cookie = `lang=${Buffer.from('"en"').toString("base64")}`;
    const { t, lang } = await translator(browserRequest("/", { cookie }));
    expect([lang, t("errors:required")]).toEqual(["en", "This field is required"]);
  });

  it("know plural forms", async () => {
    const t = await translatorFor("uk");
    expect([1, 3, 5].map((count) => t("errors:min_length", { count }))).toEqual([
      "Щонайменше 1 символ",
      "Щонайменше 3 символи",
      "Щонайменше 5 символів",
    ]);
  });

  it("fail loudly on a missing key while building", async () => {
    const t = await translatorFor("pl");
    expect(() => t("errors:no_such_key")).toThrow("no_such_key");
    expect(() => pick(t, ["session:nothing"])).toThrow();
    expect(pick(t, ["session:login.submit"])).toEqual({ "session:login.submit": "Zaloguj się" });
  });
});

describe("server messages", () => {
  it("are shown as the specification says, or as they are", async () => {
    const t = await translatorFor("en");
    expect(errorText(t, "Email or Password incorrect")).toBe("Incorrect Email or Password");
    expect(errorText(t, "email already exist")).toBe("Email already exists");
    expect(errorText(t, "franchise group id can not be removed")).toBe("No user group found for franchise");
    expect(errorText(t, "responsible user not found")).toBe("the responsible user does not exist");
    expect(errorText(t, "no_permission")).toBe("not enough permission");
    expect(errorText(t, "conflict")).toBe("Someone else has changed this record in the meantime");
    expect(errorText(t, "Disk <b>full</b>: 50%")).toBe("Disk <b>full</b>: 50%");
    expect(errorText(t, "constructor")).toBe("constructor");
  });

  it("name a bound as exactly as it is checked", async () => {
    const rate = {
      rate: [
        { key: "min_value", count: 0.000001 },
        { key: "max_value", count: 1_000_000 },
      ],
    };
    const said = async (lang: Lang) => fieldTexts(await translatorFor(lang), rate).rate;
    expect(await said("uk")).toEqual(["Найменше значення — 0,000001", "Найбільше значення — 1\u00a0000\u00a0000"]);
    expect(await said("en")).toEqual(["Minimum value is 0.000001", "Maximum value is 1,000,000"]);
    expect(await said("pl")).toEqual(["Najmniejsza wartość to 0,000001", "Największa wartość to 1\u00a0000\u00a0000"]);
  });

  it("stand beside fields in every language", async () => {
    for (const lang of LANGUAGES) {
      const texts = fieldTexts(await translatorFor(lang), {
        name: [{ key: "required" }, { key: "min_length", count: 3 }],
      });
      expect(texts.name).toHaveLength(2);
      expect(texts.name?.[1]).toContain("3");
    }
  });
});

it("a group without permissions says what the specification says", async () => {
  const { permissions } = userGroup.fields;
  if (!permissions) throw new Error("a group has no permissions");
  const me = { id: 1, is_root: false, is_can_all: true, permissions: [], companies: [], sport_life: false };
  const said = async (lang: (typeof LANGUAGES)[number]) =>
    shown({ t: await translatorFor(lang), format: await formatter(lang), me }, permissions, []).text;
  expect(await Promise.all(LANGUAGES.map(said))).toEqual([
    "Група користувачів не має прав доступу",
    "User group has no access rights",
    "Grupa użytkowników nie ma praw dostępu",
  ]);
});

it("what is chosen of a few is named, permissions are counted", async () => {
  const me = { id: 1, is_root: false, is_can_all: true, permissions: [], companies: [], sport_life: false };
  const words = { t: await translatorFor("en"), format: await formatter("en"), me };
  const { channels, regions } = entityNamed("alert_rule").fields;
  const { permissions } = userGroup.fields;
  if (!channels || !regions || !permissions) throw new Error("fields have gone");
  expect(shown(words, channels, ["bell", "ticket"]).text).toBe("Bell, Ticket");
  expect(shown(words, regions, REGIONS).text).toMatch(/^([^,]+, ){6}[^,]+ \+\d+$/);
  expect(shown(words, permissions, ["HELP_DESK"]).text).toBe("1 permission");
});

it("a word beside a number has the number's form", async () => {
  const days = entityNamed("location").fields.days_since_visit;
  if (!days) throw new Error("a location has no days since its visit");
  const me = { id: 1, is_root: false, is_can_all: true, permissions: [], companies: [], sport_life: false };
  const said = async (lang: Lang) => {
    const words = { t: await translatorFor(lang), format: await formatter(lang), me };
    return [1, 2, 5, 1.5].map((value) => shown(words, days, value).text.replace("\u00a0", " ")).join(", ");
  };
  expect(await Promise.all(LANGUAGES.map(said))).toEqual([
    "1 день, 2 дні, 5 днів, 1,5 дня",
    "1 day, 2 days, 5 days, 1.5 days",
    "1 dzień, 2 dni, 5 dni, 1,5 dnia",
  ]);
});

describe("formats", () => {
  it("write money, numbers and quantities as people do", async () => {
    const [uk, en, pl] = await Promise.all(LANGUAGES.map(formatter));
    expect(uk?.money(123450)).toBe("1\u00a0234,50\u00a0₴");
    expect(en?.money(123450)).toBe("₴1,234.50");
    expect(pl?.money(123450)).toBe("1\u00a0234,50\u00a0₴");
    expect(uk?.money(-5)).toBe("-0,05\u00a0₴");
    expect(uk?.number(1234567)).toBe("1\u00a0234\u00a0567");
    expect(uk?.number(0.5, 2)).toBe("0,5");
    expect(uk?.quantity(1500, "мл")).toBe("1\u00a0500\u00a0мл");
  });

  it("show times in Kyiv, winter and summer, and days without a zone", async () => {
    const uk = await formatter("uk");
    expect(uk.dateTime("2026-01-01T22:30:00Z")).toBe("02.01.2026,\u00a000:30");
    expect(uk.dateTime("2026-07-01T21:30:00Z")).toBe("02.07.2026,\u00a000:30");
    expect(uk.date("2026-01-01T22:30:00Z")).toBe("02.01.2026");
    expect((await formatter("en")).day("2026-03-29")).toBe("29 Mar");
  });

  it("tell how long ago", async () => {
    const uk = await formatter("uk");
    const now = new Date("2026-01-02T00:00:00Z");
    expect(uk.age("2026-01-01T23:55:00Z", now)).toBe("5 хв тому");
    expect(uk.age("2026-01-01T23:59:30Z", now)).toBe("зараз");
    expect((await formatter("en")).age("2025-12-31T00:00:00Z", now)).toBe("2 days ago");
  });

  it("count durations in days, hours and rounded minutes", async () => {
    const en = await formatter("en");
    expect([0, 29, 31, 600, 3600, 90_000, 93_659].map(en.duration)).toEqual([
      "0 m",
      "0 m",
      "1 min",
      "10 min",
      "1 h",
      "1 d 1 h",
      "1 d 2 h 1 min",
    ]);
  });
});

describe("what is said of records", () => {
  it("names the thing, in the case that the verb asks for", async () => {
    const [uk, en, pl] = await Promise.all(LANGUAGES.map(translatorFor));
    const said = (key: string, name: string, title?: string) =>
      [uk, en, pl].map((t) => t && ofRecord(t, `resource:${key}`, entityNamed(name), title));
    expect(said("created", "ticket", "43")).toEqual([
      "Створено звернення 43",
      "Ticket 43 created",
      "Utworzono zgłoszenie 43",
    ]);
    expect(said("delete.question", "company")).toEqual(["Видалити компанію?", "Delete the company?", "Usunąć firmę?"]);
    expect(said("delete.done", "pax")).toEqual([
      "Видалено термінал Pax",
      "Pax terminal deleted",
      "Usunięto terminal Pax",
    ]);
  });

  it("has a unit beside every quantity", async () => {
    const ingredients = entityNamed("recipe").fields.ingredients;
    if (ingredients?.kind !== "rows") throw new Error("a recipe has no ingredients");
    const me = { id: 1, is_root: true, is_can_all: true, permissions: [], companies: [], sport_life: false };
    const rows = [{ ingredient: { id: 1, label: "Кава", unit: "G" }, quantity: 7.5 }];
    const said = async (lang: (typeof LANGUAGES)[number]) =>
      inWords(
        { t: await translatorFor(lang), format: await formatter(lang), me },
        "recipe",
        "ingredients",
        ingredients,
        rows,
      );
    expect(await said("uk")).toContain("7,5\u00a0г");
    expect(await said("en")).toContain("7.5\u00a0g");
  });
});

describe("settings", () => {
  const good = { SESSION_SECRET: "x".repeat(32), VENDING_API_URL: "https://api.example/v1/" };

  it("are read with their defaults", () => {
    expect(readConfig({ ...good, VENDING_SOCKET_URL: "", TRUST_PROXY: "1" })).toEqual({
      sessionSecret: good.SESSION_SECRET,
      apiUrl: "https://api.example/v1",
      socketUrl: "wss://api.example/v1/socket",
      trustProxy: true,
      httpsProxy: undefined,
      noProxy: "localhost,127.0.0.1",
      patience: 15_000,
      longPatience: 120_000,
    });
  });

  it("are refused with one line per mistake", () => {
    const lines = (env: Record<string, string>) => {
      try {
        readConfig(env);
      } catch (error) {
        if (error instanceof ConfigError) return error.lines;
      }
      return [];
    };
    expect(lines({})).toEqual([
      "SESSION_SECRET is required: at least 32 random characters, the same for every copy of the web",
      "VENDING_API_URL is required: the http(s) address of the vending API",
    ]);
    expect(lines({ ...good, SESSION_SECRET: "short", TRUST_PROXY: "yes", HTTPS_PROXY: "proxy" })).toHaveLength(3);
  });
});

it("reads held entries back, and nothing else", () => {
  expect(parseHeld('[["a","1"],["a","2"]]')).toEqual([
    ["a", "1"],
    ["a", "2"],
  ]);
  for (const text of [undefined, null, "", "x", "{}", '[["a"]]', '[["a",1]]', "[1]"])
    expect(parseHeld(text)).toBeUndefined();
});
