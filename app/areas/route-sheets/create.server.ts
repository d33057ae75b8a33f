import { proposedRound } from "~server/contract/calls/needs";
import { routeSheet } from "~server/contract/entities/route_sheets";
import { createRequirement } from "~server/contract/entity";
import { devicesAsked, type Round } from "~server/contract/needs";
import { day as dayAsked, idAsked } from "~server/contract/query";
import { SHEET_TASKS } from "~server/contract/route-sheets";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { chosenRefs } from "~/resource/choices.server";
import { createModel } from "~/resource/form.server";

/**
 * Form of a new sheet; `?crew=1&day=2026-11-26&devices=4,5`: with machines in the order that is proposed, and what is to
 * be done there. `task=repair`: that besides.
 */
export const createSheetLoader = protectedLoader(createRequirement(routeSheet), async (context) => {
  const asked = (name: string) => context.url.searchParams.get(name) ?? undefined;
  const crew = idAsked.safeParse(asked("crew"));
  const day = dayAsked.safeParse(asked("day"));
  const devices = devicesAsked.safeParse(asked("devices"));
  const task = SHEET_TASKS.find((one) => one === asked("task"));
  const values = { ...(day.success ? { day: day.data } : {}) };
  if (!devices.success) return createModel(context, routeSheet, { values });
  const round = crew.success
    ? await context.api.read(
        proposedRound,
        {},
        { crew: crew.data, devices: devices.data.join(","), ...(day.success ? { day: day.data } : {}) },
      )
    : undefined;
  const proposed = round ? stopsOf(round) : devices.data.map((device) => ({ device: String(device) }));
  const stops = proposed.map((stop) => ({ ...stop, ...(task || !round ? { [task ?? "fill"]: "on" } : {}) }));
  return createModel(context, routeSheet, {
    values: { ...values, stops, ...(round?.vehicle ? { vehicle: String(round.vehicle.id) } : {}) },
    chosen: {
      device: await machinesIn(context, devices.data),
      ...(round?.vehicle ? { crew_vehicle: [round.vehicle] } : {}),
    },
  });
});

const machinesIn = ({ api }: Pick<Context, "api">, ids: readonly number[]) =>
  chosenRefs(api, "device", ids.map(String));

const stopsOf = ({ stops, unplaced }: Round): Record<string, string>[] =>
  [...stops, ...unplaced].map(({ device, tasks }) => ({
    device: String(device.id),
    ...Object.fromEntries(SHEET_TASKS.map((task) => [task, tasks.some((one) => one === task) ? "on" : ""])),
  }));
