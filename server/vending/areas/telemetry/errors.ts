import { matchEventCode } from "../../evadts/codes";
import type { Db } from "../../database/query";
import { type ErrorNews, setErrors } from "../fleet/errors";
import type { ReadEvent } from "./batch";

/** Opens and closes errors; of several news of one error the latest counts. */
export async function reportErrors(db: Db, reported: readonly { device: number; event: ReadEvent }[]): Promise<void> {
  const latestOf = new Map<string, ErrorNews>();
  for (const { device, event } of [...reported].sort((one, other) => one.event.at - other.event.at)) {
    if (event.content?.t !== "error") continue;
    const { code: raw, active: open } = event.content;
    const at = new Date(event.at).toISOString();
    const before = latestOf.get(`${device}/${raw}`);
    latestOf.set(`${device}/${raw}`, {
      device,
      raw,
      code: matchEventCode(raw).code,
      open,
      at,
      first: before?.open ? before.first : open ? at : (before?.first ?? at),
    });
  }
  await setErrors(db, [...latestOf.values()]);
}
