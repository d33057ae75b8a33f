import { expect, it } from "vitest";
import { writtenSchema } from "~server/contract/schema";
import { MOVE_FORMS } from "~server/contract/stock";

const lines = [{ ingredient: "5", quantity: "1,5", price: "" }];
const given = {
  TRANSFER: { warehouse: "7" },
  ISSUE: { crew: "7" },
  RETURN: { crew: "7" },
  RECEIPT: {},
  WRITE_OFF: { reason: "DAMAGED" },
};

// All five are called "stock_move": whichever is sent first must not decide what the others take.
it.each(Object.entries(MOVE_FORMS))("a move %s takes what its own form asks for", (kind, form) => {
  const schema = writtenSchema(form, "form", "create");
  const own = Object.entries(given).find(([name]) => name === kind)?.[1] ?? {};
  expect(schema.parse({ ...own, lines })).toMatchObject({ lines: [{ ingredient: 5, quantity: 1.5 }] });
  const missing = schema.safeParse({ lines }).error?.issues.map(({ path }) => path.join("."));
  expect(missing ?? []).toEqual(Object.keys(own));
});
