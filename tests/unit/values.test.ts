import { describe, expectTypeOf, it } from "vitest";
import type { qrCode } from "~server/contract/entities/qr_codes";
import { recipe } from "~server/contract/entities/recipes";
import type { ticket } from "~server/contract/entities/tickets";
import type { user } from "~server/contract/entities/users";
import type { Values } from "~server/contract/values";
import { defineResource } from "~server/vending/resource/resource";
import { everyone } from "~server/vending/access";
import { recipes } from "~server/vending/tables";

type Recipe = Values<typeof recipe.fields>;

/** Checked by the compiler: a declaration tells what its values are. */
describe("what a person fills in", () => {
  it("is typed from the declaration", () => {
    expectTypeOf<Recipe["name"]>().toEqualTypeOf<string>();
    expectTypeOf<Recipe["description"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Recipe["item_number"]>().toEqualTypeOf<number>();
    expectTypeOf<Recipe["ingredients"][number]["quantity"]>().toEqualTypeOf<number>();
    expectTypeOf<Values<typeof qrCode.fields>["code"]>().toEqualTypeOf<string | null>();
    expectTypeOf<Values<typeof ticket.fields>["type"]>().toEqualTypeOf<"DEVICE_PROBLEM" | "GENERAL">();
    expectTypeOf<Values<typeof user.fields>["password"]>().toEqualTypeOf<string | null | undefined>();
    expectTypeOf<Values<typeof user.fields>["companies"]>().toEqualTypeOf<number[]>();
    expectTypeOf<Values<typeof user.fields>>().not.toHaveProperty("blocked");
  });

  it("is what a resource's hooks read: another field does not compile", () => {
    const bind = () =>
      defineResource(recipe, {
        table: recipes,
        visible: everyone,
        children: { ingredients: { table: recipes, parent: "id" } },
        prepare(_tx, values) {
          expectTypeOf(values).toEqualTypeOf<Recipe>();
          // @ts-expect-error no field of this name
          void values.item_nummer;
          return Promise.resolve();
        },
        // @ts-expect-error no field of this name
        uniques: { some_key: { field: "item_nummer", key: "taken" } },
      });
    expectTypeOf(bind).toBeFunction();
  });
});
