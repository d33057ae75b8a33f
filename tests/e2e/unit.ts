import { z } from "zod";
import { batchAnswerSchema } from "~server/contract/telemetry";
import { VENDING_PORT } from "./product";
import { type Api, unique } from "./vending";

export interface Unit {
  id: number;
  /** Sends what the unit has to tell; answers the commands that wait for it. */
  send(batch: object): Promise<readonly { id: number; name: string }[]>;
}

export const iso = (minutesAgo: number): string => new Date(Date.now() - minutesAgo * 60_000).toISOString();
let events = 0;
export const event = (t: string, minutesAgo: number, more: object = {}) => ({
  id: `e${++events}`,
  t,
  at: iso(minutesAgo),
  ...more,
});

/** Puts a telemetry unit into a machine. */
export async function makeUnit(api: Api, device: number): Promise<Unit> {
  const serial = unique().padStart(12, "8");
  const id = await api.create("/telemetries", { serial, type: "DEX", device });
  const { revealed } = z.object({ revealed: z.string() }).parse(await api.post(`/telemetries/${id}/rotate_secret`));
  return {
    id,
    async send(batch) {
      const answer = await fetch(`http://127.0.0.1:${VENDING_PORT}/telemetry/batch`, {
        method: "POST",
        headers: { "x-device": serial, authorization: revealed, "content-type": "application/json" },
        body: JSON.stringify({ sent_at: iso(0), ...batch }),
      });
      return z.object({ data: batchAnswerSchema }).parse(await answer.json()).data.commands;
    },
  };
}
