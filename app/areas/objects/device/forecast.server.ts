import type { Holds } from "~server/contract/maintenance";
import type { DeviceForecast } from "~server/contract/needs";
import type { Context } from "~server/web/guard.server";
import type { ProgressBarProps } from "~/ui/progress-bar";
import type { StatProps } from "~/ui/stat";
import { slotName } from "./stocks.server";

type Words = Pick<Context, "t" | "format">;
const DAY_MS = 86_400_000;

const isPast = (at: string) => Date.parse(at) <= Date.now();

/** When a slot runs out, how sure that is, and what is lost then. */
export function slotHint({ t, format }: Words, { slots }: DeviceForecast, name: string): string | undefined {
  const slot = slots.find((one) => one.slot === name);
  if (!slot) return undefined;
  const { runs_out_at: out, early_at: early, late_at: late } = slot;
  const when = (): string[] => {
    if (slot.per_day <= 0) return [t("device:forecast.unused")];
    if (out === null) return [t(slot.level === null ? "device:forecast.unknown" : "device:forecast.long")];
    if (isPast(out)) return [t("device:forecast.now")];
    return [
      t("device:forecast.out", { at: format.dateTime(out) }),
      ...(early === null
        ? []
        : [
            late === null
              ? t("device:forecast.from", { early: format.dateTime(early) })
              : t("device:forecast.band", { early: format.dateTime(early), late: format.dateTime(late) }),
          ]),
    ];
  };
  return [
    ...when(),
    ...(slot.lost_per_day > 0 && out !== null
      ? [t("device:forecast.lost", { amount: format.money(slot.lost_per_day) })]
      : []),
    ...(slot.drifting ? [t("device:forecast.drift")] : []),
  ].join("; ");
}

/** A slot of which nobody told: neither empty nor full. */
export function unknownBar(
  words: Words,
  forecast: DeviceForecast,
  slot: Holds["slots"][number],
): ProgressBarProps & { id: string } {
  return {
    ...{ id: slot.slot, share: 0, tone: "neutral", label: slotName(words, slot), text: "—" },
    hint: slotHint(words, forecast, slot.slot) ?? words.t("device:forecast.unknown"),
  };
}

/** When the machine stops, for the tile of vends that are left. */
export function stopWords({ t, format }: Words, { stops_at: at, stops_early_at: early }: DeviceForecast) {
  if (at === null) return undefined;
  const isNear = early !== null && Date.parse(early) < Date.now() + DAY_MS;
  return {
    text: isPast(at) ? t("device:forecast.stopped") : t("device:forecast.stops", { at: format.dateTime(at) }),
    tone: isNear ? "bad" : "neutral",
  } satisfies StatProps["comparison"];
}

/** What is foretold of the whole machine. */
export function forecastItems(words: Words, forecast: DeviceForecast): { label: string; text: string }[] {
  const { t, format } = words;
  const { stops_at: at, stops_early_at: early, lost, cycle, told_at: told } = forecast;
  if (!forecast.slots.some(({ per_day }) => per_day > 0)) return [];
  return [
    {
      label: t("device:forecast.stops_label"),
      text:
        at === null
          ? "—"
          : early === null
            ? format.dateTime(at)
            : t("device:forecast.stops_band", { at: format.dateTime(at), early: format.dateTime(early) }),
    },
    { label: t("device:forecast.lost_label"), text: format.money(lost[1] ?? 0) },
    {
      label: t("device:forecast.cycle_label"),
      text: t("device:forecast.cycle", { count: cycle, shown: format.number(cycle) }),
    },
    { label: t("device:forecast.told"), text: format.dateTime(told) },
  ];
}
