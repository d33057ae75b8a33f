import { expect, it } from "vitest";
import { ENTITIES } from "~server/contract/entities";
import { editableFields } from "~server/contract/entity";
import { identityOf, importColumns } from "~server/contract/import-columns";

/** Entities of which no file is imported, and why. */
const NOT_IMPORTED: Record<string, string> = {
  user_group: "rights are chosen in a table that says what each of them opens, and a group is made from another",
  route_sheet: "follows from what machines need; once at work it is a document",
  settings: "there is one record",
  firmware: "it is an image, which no cell can hold",
  key_wallet: "keys have money: they are imported on a page of their own, by their ledger (decision 033)",
  qr_batch: "its codes are made with it, once",
  sport_life_discounts: "there is one record",
  ticket: "opens a conversation and starts its deadlines: people and machines write it as they go",
  refund: "money of one vend, asked for and decided by people",
};

it("every entity has an import or a reason to have none", () => {
  const without = ENTITIES.filter((entity) => importColumns(entity).length === 0).map(({ name }) => name);
  expect(without.toSorted()).toEqual(Object.keys(NOT_IMPORTED).toSorted());
});

/** Editable fields that no column says, and why; secrets and files never are. */
const NO_COLUMN: Record<string, string> = {
  "sport_life_key.company": "says whose system keeps the key in step",
  "sport_life_key.note": "its file is the one that the partner has",
};

it("every field that is filled in by people is a column of the file, but secrets and files", () => {
  for (const entity of ENTITIES.filter((one) => importColumns(one).length > 0)) {
    const columns = importColumns(entity).map(({ name, of }) => of?.list ?? name);
    for (const [name, field] of editableFields(entity)) {
      const isKept = ["secret", "file", "files"].includes(field.kind);
      const isColumn = !isKept && !(`${entity.name}.${name}` in NO_COLUMN);
      expect([entity.name, name, columns.includes(name)]).toEqual([entity.name, name, isColumn]);
    }
    for (const name of identityOf(entity)) expect(columns).toContain(name);
  }
});
