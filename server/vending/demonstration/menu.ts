import type { Db } from "../database/query";
import * as tables from "../tables";
import type { Moment } from "./calendar";
import { BUNKERS, INGREDIENTS, MANUFACTURERS, MODELS, PER_SHELF, RECIPES } from "./catalogue";
import { idsBy, insertAll, insertParts } from "./insert";
import { changeCosts, firstPrice, firstQuantity } from "./past-costs";
import { PLANOGRAMS } from "./planograms";

type IdOf = (wanted: string) => number;

/** Models of machines by their makers, with what they hold; answers their ids by name. */
export async function addModels(tx: Db): Promise<IdOf> {
  const makers = await insertAll(tx, tables.deviceManufacturers, [...MANUFACTURERS]);
  const makerId = idsBy(MANUFACTURERS, (one) => one.serial_prefix, makers);
  const models = await insertAll(
    tx,
    tables.deviceModels,
    MODELS.map((model) => ({
      name: model.name,
      manufacturer_id: makerId(model.maker),
      device_type: model.type,
      cells_count: model.cells,
      cells_per_shelf: PER_SHELF[model.type],
      service_vends: model.serviceVends,
    })),
  );
  const modelId = idsBy(MODELS, (one) => one.name, models);
  await insertParts(
    tx,
    tables.deviceModelBunkers,
    MODELS.flatMap(({ name, type }) =>
      (BUNKERS[type] ?? []).map(([ingredient_type, capacity], position) => ({
        model_id: modelId(name),
        position,
        ingredient_type,
        capacity,
      })),
    ),
  );
  return modelId;
}

/** Ingredients, recipes of them with what they cost before, and planograms of these; answers the planograms' ids by key. */
export async function addMenu(tx: Db, modelId: IdOf, now: Moment): Promise<IdOf> {
  const ingredientId = await addIngredients(tx);
  const recipeId = await addRecipes(tx, ingredientId);
  await changeCosts(tx, ingredientId, recipeId, now);
  return addPlanograms(tx, modelId, recipeId);
}

async function addIngredients(tx: Db): Promise<IdOf> {
  const supplies = Object.entries(INGREDIENTS);
  const ingredients = await insertAll(
    tx,
    tables.ingredients,
    supplies.map(([key, one]) => ({
      name: one.name,
      type: one.type,
      unit: one.unit,
      price_type: one.price_type,
      price: firstPrice(key),
      pack_count: one.pack_count ?? null,
      weight: one.weight ?? null,
      volume: one.volume ?? null,
    })),
  );
  return idsBy(supplies, ([key]) => key, ingredients);
}

async function addRecipes(tx: Db, ingredientId: IdOf): Promise<IdOf> {
  const recipes = await insertAll(
    tx,
    tables.recipes,
    RECIPES.map(({ name, itemNumber }) => ({ name, item_number: itemNumber })),
  );
  const recipeId = idsBy(RECIPES, (one) => one.key, recipes);
  await insertParts(
    tx,
    tables.recipeIngredients,
    RECIPES.flatMap((recipe) =>
      recipe.ingredients.map(([key, quantity], position) => ({
        recipe_id: recipeId(recipe.key),
        position,
        ingredient_id: ingredientId(key),
        quantity: firstQuantity(recipe.key, key, quantity),
      })),
    ),
  );
  return recipeId;
}

async function addPlanograms(tx: Db, modelId: IdOf, recipeId: IdOf): Promise<IdOf> {
  const planograms = await insertAll(
    tx,
    tables.planograms,
    PLANOGRAMS.map(({ name, model, description }) => ({
      name,
      device_model_id: model === null ? null : modelId(model),
      description,
    })),
  );
  const planogramId = idsBy(PLANOGRAMS, (one) => one.key, planograms);
  await insertParts(
    tx,
    tables.planogramCells,
    PLANOGRAMS.flatMap((planogram) =>
      planogram.cells.map((cell, position) => ({
        planogram_id: planogramId(planogram.key),
        position,
        cell: cell.selection,
        recipe_id: recipeId(cell.recipe.key),
        price: cell.price,
        capacity: cell.capacity,
      })),
    ),
  );
  return planogramId;
}
