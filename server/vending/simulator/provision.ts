import { z } from "zod";
import { BUNKERS, INGREDIENTS, type Model, type Recipe } from "../demonstration/catalogue";
import type { Machine } from "../demonstration/machines";
import type { Place } from "../demonstration/places";
import type { Planogram } from "../demonstration/planograms";
import { type Api, rowsOf, signIn } from "./api";

/**
 * Makes the machines, their units and what they need known to a vending API, as staff would: places with projects, models
 * with bunkers, planograms with recipes. What is there under the same name is used as it is. Answers each unit's secret by
 * its serial; units that are known already only get new ones.
 */
export async function provision(
  url: string,
  account: { email: string; password: string },
  machines: readonly Machine[],
): Promise<Map<string, string>> {
  const api = await signIn(url, account);
  const idOf = cast(api);
  const secrets = new Map<string, string>();
  for (const machine of machines) {
    const { unit } = machine;
    const id = await api.ensure("/telemetries", "serial", unit.serial, async () => ({
      type: unit.type,
      sim_operator: unit.sim,
      device: await idOf.device(machine),
    }));
    secrets.set(
      unit.serial,
      z.object({ revealed: z.string() }).parse(await api.post(`/telemetries/${id}/rotate_secret`, {})).revealed,
    );
  }
  return secrets;
}

/** Records by what they are called in the invented network, each looked up or made once. */
function cast(api: Api) {
  const known = new Map<string, Promise<number>>();
  const once = (key: string, make: () => Promise<number>): Promise<number> => {
    const id = known.get(key) ?? make();
    known.set(key, id);
    return id;
  };

  const device = ({ serial, model, place, planogram, ownership, reader }: Machine) =>
    api.ensure("/devices", "serial_number", serial, async () => ({
      model: await modelId(model),
      device_type: model.type,
      ownership_type: ownership,
      in_work: "on",
      reader_type: reader,
      service_vends: model.serviceVends,
      location: place && (await locationId(place)),
      planogram: await planogramId(planogram),
    }));

  const modelId = (model: Model) =>
    once(`model ${model.name}`, () =>
      api.ensure("/device_models", "name", model.name, async () => ({
        manufacturer: await once(`maker ${model.maker}`, () =>
          api.ensure("/device_manufacturers", "name", model.maker, () => ({})),
        ),
        device_type: model.type,
        cells_count: model.cells,
        service_vends: model.serviceVends,
        ...rowsOf(
          "bunkers",
          (BUNKERS[model.type] ?? []).map(([ingredient_type, capacity]) => ({ ingredient_type, capacity })),
        ),
      })),
    );

  const locationId = (place: Place) =>
    once(`place ${place.name}`, () =>
      api.ensure("/locations", "name", place.name, async () => ({
        address: place.address,
        city: place.city,
        region: place.region,
        latitude: place.latitude,
        longitude: place.longitude,
        external_id: place.externalId,
        project: await once(`project ${place.project}`, () =>
          api.ensure("/projects", "name", place.project, () => ({})),
        ),
      })),
    );

  const planogramId = (planogram: Planogram) =>
    once(`planogram ${planogram.key}`, () =>
      api.ensure("/planograms", "name", planogram.name, async () => ({
        description: planogram.description,
        ...rowsOf(
          "cells",
          await inTurn(planogram.cells, async ({ selection, recipe, price, capacity }) => ({
            cell: selection,
            recipe: await recipeId(recipe),
            price,
            capacity,
          })),
        ),
      })),
    );

  const recipeId = (recipe: Recipe) =>
    once(`recipe ${recipe.key}`, () =>
      api.ensure("/recipes", "name", recipe.name, async () => ({
        item_number: recipe.itemNumber,
        ...rowsOf(
          "ingredients",
          await inTurn(recipe.ingredients, async ([key, quantity]) => ({
            ingredient: await ingredientId(key),
            quantity,
          })),
        ),
      })),
    );

  const ingredientId = (key: string) =>
    once(`ingredient ${key}`, async () => {
      const one = INGREDIENTS[key];
      if (!one) throw new Error(`no ingredient ${key}`);
      const { name, ...rest } = one;
      return api.ensure("/ingredients", "name", name, () => rest);
    });

  return { device };
}

async function inTurn<T, R>(list: readonly T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const done: R[] = [];
  for (const one of list) done.push(await work(one));
  return done;
}
