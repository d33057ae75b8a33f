import { beforeAll, expect, it } from "vitest";
import { location } from "~server/contract/entities/locations";
import { device } from "~server/contract/entities/devices";
import { translatorFor } from "~server/web/i18n.server";
import { allowedWords, nearest } from "~/resource/allowed-words.server";
import { configureWeb } from "./with-stand-in";

beforeAll(() => configureWeb());

it("of many choices the nearest are named, of few all, nearest first", async () => {
  const t = await translatorFor("uk");
  const { region } = location.fields;
  const { device_type: type } = device.fields;
  expect(allowedWords({ t }, region, "Київ")).toBe(
    t("resource:import.nearest", { values: "місто Київ; Київська область" }),
  );
  expect(allowedWords({ t }, region, "львівська обл.")).toBe(
    t("resource:import.nearest", { values: "Львівська область" }),
  );
  expect(allowedWords({ t }, region, "Прага")).toBeUndefined();
  expect(allowedWords({ t }, region, "AA")).toBeUndefined();
  expect(allowedWords({ t }, location.fields.name, "Київ")).toBeUndefined();
  const snack = t("options:device_type.SNACK");
  const others = ["COFFEE", "COFFEE_TABLETOP", "TABLETOP", "OTHER", "UNDEFINED"].map((one) =>
    t(`options:device_type.${one}`),
  );
  expect(allowedWords({ t }, type, snack.slice(0, 4))).toBe(
    t("resource:import.allowed", { values: [snack, ...others].join("; ") }),
  );
});

it("a beginning of three letters is enough, what all share is not", () => {
  const words = ["Одеська область", "Полтавська область"];
  expect(nearest("Одесса", words)).toEqual(["Одеська область"]);
  expect(nearest("область", words)).toEqual([]);
  expect(nearest("", words)).toEqual([]);
});
