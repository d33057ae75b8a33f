import { makeRecord } from "./records";
import { type Api, makePerson, type Person, signedInApi, unique } from "./vending";

const key = () => `${unique()}-${unique()}`;

/** A crew on the road with so many machines, each of one slot that holds 600. */
export async function onTheRoad(api: Api, machines: number): Promise<{ person: Person; phone: Api; sheet: number }> {
  const person = await makePerson(api, []);
  const phone = await signedInApi(person);
  const { id: ingredient } = await makeRecord(api, "ingredient", { type: "UNIT", unit: "PC" });
  const { id: recipe } = await makeRecord(api, "recipe", {
    ...{ "ingredients[0].ingredient": ingredient, "ingredients[0].quantity": 1 },
  });
  const { id: planogram } = await makeRecord(api, "planogram", {
    ...{ "cells[0].cell": "11", "cells[0].recipe": recipe, "cells[0].price": 3_000 },
  });
  const { id: warehouse } = await makeRecord(api, "warehouse");
  const line = { "lines[0].ingredient": ingredient, "lines[0].quantity": 10_000 };
  await api.post(`/warehouses/${warehouse}/moves`, { key: key(), kind: "RECEIPT", ...line });
  const { id: crew } = await makeRecord(api, "crew", { warehouse, members: person.id });
  const stops: Record<string, number> = {};
  for (let nth = 0; nth < machines; nth++) {
    const { id } = await makeRecord(api, "device", { planogram, device_type: "COFFEE" });
    stops[`stops[${nth}].device`] = id;
  }
  const day = new Date().toLocaleDateString("sv-SE", { timeZone: "Europe/Kyiv" });
  const sheet = await api.create("/route_sheets", { key: key(), crew, day, ...stops });
  for (const action of ["submit", "approve"]) await api.post(`/route_sheets/${sheet}/${action}`);
  await phone.post(`/my_route/${sheet}/accept`, { key: key() });
  const load = { "loads[0].ingredient": ingredient, "loads[0].quantity": 5_000 };
  await phone.post(`/my_route/${sheet}/load`, { key: key(), ...load });
  return { person, phone, sheet };
}
