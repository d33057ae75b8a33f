import { idOf, type Person } from "./app";

/** As wide for all: lists sort serial numbers as words. */
let serial = 0;

/** A model to make machines of. */
export async function makeModel(root: Person): Promise<number> {
  const manufacturer = idOf(await root.post("/device_manufacturers", { name: "Виробник" }));
  return idOf(await root.post("/device_models", { name: "Модель", manufacturer, device_type: "COFFEE" }));
}

export async function makeLocation(root: Person, project?: number): Promise<number> {
  return idOf(
    await root.post("/locations", {
      name: `Локація ${++serial}`,
      address: "вул. Садова, 1",
      city: "Київ",
      region: "AA",
      ...(project ? { project } : {}),
    }),
  );
}

export async function makeDevice(
  root: Person,
  model: number,
  location?: number,
  over: Record<string, string> = {},
): Promise<number> {
  return idOf(
    await root.post("/devices", {
      serial_number: `SN-${String(++serial).padStart(6, "0")}`,
      model,
      device_type: "COFFEE",
      ownership_type: "PERSONAL",
      in_work: "on",
      ...(location ? { location } : {}),
      ...over,
    }),
  );
}

/** A telemetry unit in a machine, with its secret. */
export async function makeUnit(root: Person, device: number): Promise<{ id: number; serial: string; secret: string }> {
  const name = `8600000000${++serial}`;
  const id = idOf(await root.post("/telemetries", { serial: name, type: "DEX", device }));
  const { data } = await root.post(`/telemetries/${id}/rotate_secret`);
  return {
    id,
    serial: name,
    secret: data && typeof data === "object" && "revealed" in data ? String(data.revealed) : "",
  };
}
