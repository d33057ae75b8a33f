import { needsChoices, proposedRound } from "~server/contract/calls/needs";
import { viewPath, listRequirement } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { NEEDS_SEEN, type Round, roundQuery, type Stop } from "~server/contract/needs";
import { allowed } from "~server/contract/permissions";
import { sensible } from "~server/contract/query";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import type { Column, Row } from "~/ui/data-table";
import type { StatProps } from "~/ui/stat";
import { todayInKyiv } from "./filters.server";
import { roundLabels } from "./labels";
import { amountText, expectedCell, packsText, sheetAddress } from "./words.server";

const asked = roundQuery.extend({ crew: roundQuery.shape.crew.optional() });
const MINUTE_S = 60;

/** A round proposed to a crew for a day; before one is chosen, the form alone. */
export const roundLoader = protectedLoader(NEEDS_SEEN, async (context) => {
  const { api, t, url } = context;
  const { crew, day = tomorrow(), devices } = sensible(asked, withoutBad(url.searchParams));
  const [choices, round] = await Promise.all([
    api.read(needsChoices, {}, { crew }),
    crew === undefined
      ? undefined
      : api.read(proposedRound, {}, { crew, day, ...(devices && { devices: devices.join(",") }) }),
  ]);
  return {
    crew: String(crew ?? ""),
    day,
    crews: choices.crew.items.map(({ id, label }) => ({ value: String(id), label })),
    hint: choices.crew.more ? t("needs:more_choices") : undefined,
    devices: devices?.join(",") ?? "",
    round: round && roundModel(context, round),
    labels: pick(t, roundLabels),
  };
});

const tomorrow = () => new Date(Date.parse(todayInKyiv()) + 86_400_000).toISOString().slice(0, 10);
/** What is empty was not asked. */
const withoutBad = (params: URLSearchParams) => new URLSearchParams([...params].filter(([, value]) => value !== ""));

function roundModel(context: Context, round: Round) {
  const { t, format } = context;
  const machines = [...round.stops, ...round.unplaced];
  const listOf = (stops: readonly Pick<Stop, "device" | "location">[]) =>
    stops.map(({ device: one, location }) => [one.label, location?.label].filter(Boolean).join(", ")).join("; ");
  return {
    isEmpty: machines.length === 0,
    tiles: tilesOf(context, round),
    notes: [
      ...(round.exceeds.length
        ? [t("needs:round.exceeds", { list: round.exceeds.map((one) => t(`needs:left.${one}`)).join(", ") })]
        : []),
      ...(round.unplaced.length ? [t("needs:round.unplaced", { list: listOf(round.unplaced) })] : []),
      ...(round.left.length
        ? [
            t("needs:round.left", {
              list: round.left
                .map(({ device: one, location, reason }) =>
                  [one.label, location, t(`needs:left.${reason}`)].filter(Boolean).join(", "),
                )
                .join("; "),
            }),
          ]
        : []),
      ...(round.from_warehouse ? [] : [t("needs:round.no_start")]),
    ],
    columns: stopColumns(context),
    rows: round.stops.map((stop, index) => stopRow(context, stop, index)),
    loadColumns: loadColumns(context),
    loads: round.load.map((want) => ({
      id: String(want.ingredient.id),
      cells: [
        { text: want.ingredient.label, hint: want.guessed ? t("needs:guessed") : undefined },
        { text: want.packs === null ? "—" : packsText(context, want) },
        { text: amountText(context, want) },
        {
          text:
            want.weight === null
              ? t("needs:unknown_size")
              : t("needs:round.kg", { value: format.number(want.weight / 1_000, 1) }),
        },
        {
          text:
            want.volume === null
              ? t("needs:unknown_size")
              : t("needs:round.m3", { value: format.number(want.volume / 1e6, 3) }),
        },
      ],
    })),
    sheet: sheetAddress(
      machines.map((stop) => stop.device.id),
      { crew: String(round.crew.id), day: round.day },
    ),
  };
}

function tilesOf({ t, format }: Context, round: Round): StatProps[] {
  const time = (minutes: number) => format.duration(minutes * MINUTE_S);
  const most = round.vehicle;
  const of = (value: number | null | undefined, unit: "kg" | "m3") =>
    value === null || value === undefined
      ? { text: t("needs:round.no_vehicle"), tone: "neutral" as const }
      : {
          text: t("needs:round.of", { most: t(`needs:round.${unit}`, { value: format.number(value) }) }),
          tone: round.exceeds.includes(unit === "kg" ? "weight" : "volume") ? ("bad" as const) : ("neutral" as const),
        };
  return [
    { label: t("needs:round.stops"), value: format.number(round.stops.length + round.unplaced.length) },
    {
      label: t("needs:round.time"),
      value: time(round.drive + round.waiting + round.service),
      comparison: {
        text: [
          t("needs:round.drive", { drive: time(round.drive), service: time(round.service) }),
          ...(round.waiting > 0 ? [t("needs:round.waiting", { waiting: time(round.waiting) })] : []),
        ].join(", "),
        tone: "neutral",
      },
    },
    { label: t("needs:round.way"), value: t("needs:round.km", { value: format.number(round.kilometres, 1) }) },
    {
      label: t("needs:round.load"),
      value: t("needs:round.kg", { value: format.number(round.weight, 1) }),
      comparison: of(most?.weight, "kg"),
    },
    {
      label: t("needs:sum.volume"),
      value: t("needs:round.m3", { value: format.number(round.volume, 2) }),
      comparison: of(most?.volume, "m3"),
    },
  ];
}

const STOP_COLUMNS = ["machine", "arrival", "tasks", "reason", "avoided"] as const;
const stopColumns = ({ t }: Context): Column[] =>
  STOP_COLUMNS.map((key) => ({
    key,
    label: t(`needs:round.${key}`),
    align: key === "avoided" ? "end" : undefined,
    brief: key === "arrival" || key === "tasks",
  }));

function stopRow(context: Context, stop: Stop, index: number): Row {
  const { t, format, me } = context;
  return {
    id: String(stop.device.id),
    href: allowed(me, listRequirement(device)) ? viewPath(device, stop.device.id) : undefined,
    cells: [
      {
        text: `${format.number(index + 1)}. ${stop.device.label}`,
        hint: [stop.location?.label, stop.city, stop.address].filter(Boolean).join(", "),
      },
      expectedCell(context, stop),
      {
        text: stop.tasks.map((task) => t(`needs:task.${task}`)).join(", ") || "—",
        hint: format.duration(stop.minutes * MINUTE_S),
      },
      { text: t(`needs:reason.${stop.reason}`) },
      { text: format.money(stop.avoided) },
    ],
  };
}

const loadColumns = ({ t }: Context): Column[] =>
  (["ingredient", "packs", "amount", "weight", "volume"] as const).map((key) => ({
    key,
    label: t(`needs:sum.${key}`),
    align: key === "ingredient" ? undefined : "end",
  }));
