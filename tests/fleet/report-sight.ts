import type { ReportPage } from "~server/contract/reports/answer";
import type { Facts, Placement } from "./report-facts";

/** What somebody may see, as it was given to them. */
export interface Limits {
  franchises: readonly number[] | null;
  access: readonly {
    mode: string;
    projects: readonly number[];
    locations: readonly number[];
    devices: readonly number[];
  }[];
}
interface Place {
  device?: number | null;
  location: number | null;
  project: number | null;
  franchise: number | null;
}
const isIn = (some: readonly number[], one: number | null | undefined) => typeof one === "number" && some.includes(one);

/** Whether limits leave a machine that stands somewhere in sight. */
export function isOpen(limits: Limits, place: Place): boolean {
  return (
    (limits.franchises === null || isIn(limits.franchises, place.franchise)) &&
    limits.access.every(({ mode, projects, locations, devices }) => {
      const selected = isIn(devices, place.device) || isIn(locations, place.location) || isIn(projects, place.project);
      if (mode === "OPEN_SELECTED") return selected;
      if (mode === "CLOSE_SELECTED") return !selected;
      return mode === "UNRESTRICTED" || place.project !== null;
    })
  );
}
export const standing = (p: Placement | Facts["devices"][number], device: number): Place => ({
  device,
  location: p.location_id,
  project: p.project_id,
  franchise: p.franchise_id,
});
/** A machine is seen where it stands now. */
export const seesDevice = (limits: Limits, device: Facts["devices"][number]): boolean =>
  isOpen(limits, standing(device, device.id));
/** A place is open by itself; or by a machine of it, where machines were opened. */
export function seesLocation(facts: Facts, limits: Limits, location: Facts["locations"][number]): boolean {
  const place = { location: location.id, project: location.project_id, franchise: location.franchise_id };
  const there = facts.devices.filter((device) => device.location_id === location.id);
  const one = (access: Limits["access"][number]) => {
    const limit = { franchises: null, access: [access] };
    return (
      isOpen(limit, place) || (access.mode === "OPEN_SELECTED" && there.some(({ id }) => isIn(access.devices, id)))
    );
  };
  return (limits.franchises === null || isIn(limits.franchises, place.franchise)) && limits.access.every(one);
}

/** Machines in work that are seen: when one of them was heard last, and how many were not for an hour; of sales, of which no day waits. */
export function freshOf({ devices }: Facts, limits: Limits): ReportPage["fresh"] {
  const seen = devices.filter((device) => device.in_work && !device.hidden && seesDevice(limits, device));
  const heard = seen.flatMap(({ heard_at }) => (heard_at === null ? [] : [heard_at])).sort();
  const silent = seen.filter(({ heard_at }) => heard_at === null || Date.now() - Date.parse(heard_at) > HOUR);
  return { heard_at: heard.at(-1) ?? null, machines: seen.length, silent: silent.length, unsummed: 0 };
}
const HOUR = 3_600_000;
