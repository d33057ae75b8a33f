import { describe, expect, it } from "vitest";
import { ENTITIES } from "~server/contract/entities";
import { device } from "~server/contract/entities/devices";
import type { Declared } from "~server/contract/entity";
import { jsonSchema } from "~server/contract/openapi/json";
import { writtenSchema } from "~server/contract/schema";
import { MOVE_FORMS } from "~server/contract/stock";
import { readForm } from "~server/web/body.server";
import { heldOf, parseHeld } from "~server/web/held";
import { parsed } from "~/resource/form-drawn.server";
import { idsIn } from "~/resource/form-values.server";
import { asideIn, onTop, takenUp } from "~/resource/nested.server";
import { fieldsOf } from "../../hostile/fields";
import { type HostileForm, hostileForms } from "../../hostile/requests";

const formsFrom = hostileForms({ seed: 10, typed: 2, other: 2, bodies: 3, names: 3 });
const MB = 1024 * 1024;

/** What a form's route does with what it gets, until it is checked: answers the status of a refusal, or 200. */
async function layOut(entity: Declared, { body, headers }: Omit<HostileForm, "why">): Promise<number> {
  const request = new Request("http://localhost/", { method: "POST", body, headers });
  try {
    const form = await readForm(request, MB);
    const aside = asideIn(form);
    for (const one of aside) takenUp(entity, one, 1);
    onTop(entity, aside);
    idsIn(entity, form);
    parseHeld(JSON.stringify(heldOf(form)));
    parsed({ entity, purpose: "create" }, form).reply();
    return 200;
  } catch (thrown) {
    if (thrown instanceof Response) return thrown.status;
    throw thrown;
  }
}

/** What stands in the hidden field of forms set aside, when nobody of ours has written it. */
const HELD = [
  "[".repeat(MB / 4),
  '{"a":'.repeat(MB / 32),
  "1e400",
  '[{"field":"__proto__","entries":[]}]',
  '[{"field":"constructor.name","entries":[["a","1"]]}]',
  '[{"field":"a","entries":[["a[99999999]","1"]]}]',
  '[{"field":"a","entries":[["__proto__.a","1"]]}]',
  `[${'{"field":"a","entries":[]},'.repeat(8_000)}{"field":"a","entries":[]}]`,
];

const FORMS: [string, Declared][] = [
  ...ENTITIES.map((entity): [string, Declared] => [entity.name, entity]),
  ...Object.entries(MOVE_FORMS).map(([kind, form]): [string, Declared] => [`move ${kind}`, form]),
];

describe("a hostile form is refused before it is laid out, or read like any other:", () => {
  it.each(FORMS)("%s", async (_name, entity) => {
    const fields = fieldsOf(jsonSchema(writtenSchema(entity, "form", "update"), "input"));
    for (const form of formsFrom(fields, () => [["version", "1"]]))
      expect([200, 400, 413], form.why).toContain(await layOut(entity, form));
  });

  it.each(HELD.map((held) => [held.slice(0, 60), held]))("set aside as %s", async (_shown, held) => {
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const body = new URLSearchParams({ held, serial_number: "a" }).toString();
    expect(await layOut(device, { body, headers })).toBe(200);
  });
});
