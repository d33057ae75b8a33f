import { entityNamed } from "~server/contract/entities";
import { PRICED_PER } from "~server/contract/entities/ingredients";
import type { FilterName } from "~server/contract/reports/filters";
import { idOf, type Person, type TestApi } from "../api/app";
import { made } from "../api/samples";
import { callingUnit } from "../api/unit";

const REGIONS = ["AA", "BC"];
const CITIES = ["Київ", "Львів", "київське Передмістя"];
export const CELLS = ["11", "12", "13", "14"];

let serial = 0;
export const next = (word: string): string => `${word} ${++serial}`;

/** Some of everything that reports are cut by and narrowed to, made through the API. */
export class Network {
  /** What was deleted. */
  readonly gone: [kind: string, id: number][] = [];
  readonly units: Awaited<ReturnType<typeof callingUnit>>[] = [];
  readonly #ids = new Map<string, number[]>();

  constructor(
    readonly api: TestApi,
    readonly root: Person,
    readonly draw: () => number,
  ) {}

  pick = <T>(all: readonly T[]): T => {
    const one = all[Math.floor(this.draw() * all.length)];
    if (one === undefined) throw new Error("nothing to pick");
    return one;
  };
  of = (kind: string): number[] => this.#ids.get(kind) ?? [];

  /** Deletes a record, unless it is in use. */
  async remove(kind: string, id: number): Promise<void> {
    if ((await this.root.post(`${entityNamed(kind).api}/${id}/delete`)).status !== 200) return;
    this.#ids.set(
      kind,
      this.of(kind).filter((one) => one !== id),
    );
    this.gone.push([kind, id]);
  }

  async #make(kind: string, count: number, values?: (n: number) => Record<string, string | number>): Promise<void> {
    for (let n = 0; n < count; n++) {
      const entity = entityNamed(kind);
      const id = values ? idOf(await this.root.post(entity.api, values(n))) : await made(this.root, entity);
      this.#ids.set(kind, [...this.of(kind), id]);
    }
  }

  /** Makes them all. */
  async found(): Promise<void> {
    for (const [kind, count] of [
      ["company", 2],
      ["project", 3],
      ["division", 2],
      ["device_manufacturer", 2],
    ] as const)
      await this.#make(kind, count);
    const parent = (n: number): Record<string, number | string> =>
      n === 1 ? { parent: this.of("franchise")[0] ?? "" } : {};
    await this.#make("franchise", 3, (n) => ({ name: next("Франшиза"), ...parent(n) }));
    await this.#make("crew", 3, (n) => ({ name: next("Екіпаж"), type: n === 2 ? "REPLACEMENT" : "CREW" }));
    await this.#make("location_group", 2, () => ({ name: next("Група") }));
    await this.#make("location", 5, (n) => ({
      ...{ name: next("Локація"), address: "вул. Садова, 1", city: CITIES[n % 3] ?? "", region: REGIONS[n % 2] ?? "" },
      ...{ project: this.of("project")[n] ?? "", franchise: this.of("franchise")[n - 1] ?? "" },
    }));
    await this.#make("ingredient", 3, () => this.priced());
    await this.#make(
      "recipe",
      4,
      (): Record<string, string | number> => ({
        ...{ name: next("Напій"), item_number: serial },
        ...{ "ingredients[0].ingredient": this.of("ingredient")[0] ?? "", "ingredients[0].quantity": "7.25" },
        ...{
          "ingredients[1].ingredient": this.pick(this.of("ingredient").slice(1)),
          "ingredients[1].quantity": "0.33",
        },
      }),
    );
    await this.#make("planogram", 2, () => ({
      name: next("Планограма"),
      ...Object.fromEntries(
        CELLS.slice(0, 3).flatMap((cell, n): [string, string | number][] => [
          [`cells[${n}].cell`, cell],
          [`cells[${n}].recipe`, this.pick(this.of("recipe"))],
          [`cells[${n}].price`, "3000"],
        ]),
      ),
    }));
    await this.#make("device_model", 2, (n) => ({
      ...{ name: next("Модель"), device_type: "COFFEE", manufacturer: this.of("device_manufacturer")[n] ?? "" },
    }));
    for (let n = 0; n < 6; n++) {
      const model = this.of("device_model")[n % 2] ?? 0;
      const values = {
        ...{ device_type: n % 3 ? "COFFEE" : "SNACK", ownership_type: n % 4 ? "PERSONAL" : "RENT" },
        ...{ location: String(this.of("location")[n] ?? ""), planogram: String(this.of("planogram")[n % 3] ?? "") },
      };
      this.units.push(await callingUnit(this.api, this.root, model, { values }));
    }
    this.#ids.set(
      "device",
      this.units.map(({ device }) => device),
    );
  }

  /** An ingredient of some unit and price. */
  priced() {
    const unit = this.pick(["PC", "G", "ML", "KG"]);
    const price = 1 + Math.floor(this.draw() * 9_000);
    return { name: next("Інгредієнт"), type: "EXTERNAL", unit, price_type: PRICED_PER[unit] ?? "", price };
  }

  /** Values that a filter may be asked for, among them those of nothing. */
  valuesOf(filter: FilterName): string[] {
    const own: Partial<Record<FilterName, string[]>> = {
      region: [...REGIONS, "BB"],
      city: ["київ", "Льв", "Одеса"],
      device_type: ["COFFEE", "SNACK", "OTHER"],
      ownership: ["PERSONAL", "RENT"],
      source: ["cash", "cashless1", "cashless2", "token", "unknown"],
    };
    const kinds: Partial<Record<FilterName, string>> = { model: "device_model", manufacturer: "device_manufacturer" };
    const known = own[filter];
    if (known) return known;
    const gone = this.gone.flatMap(([kind, id]) => (kind === filter ? [id] : []));
    const ids = [...this.of(kinds[filter] ?? filter), ...gone].map(String);
    return filter === "device" || kinds[filter] ? ids : [...ids, "none"];
  }
}
