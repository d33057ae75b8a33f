import type { DeviceState } from "~server/contract/device-state";
import type { Context } from "~server/web/guard.server";
import type { Tone } from "~/ui/tone";

type Words = Pick<Context, "t" | "format">;
interface Item {
  label: string;
  value: string | null;
}

/** Ukrainian networks by MCC and MNC, as modems name them. */
const NETWORKS: Record<string, string> = { 25501: "Vodafone", 25503: "Kyivstar", 25506: "lifecell", 25507: "TriMob" };
const operatorOf = ({ network, unit }: DeviceState): string | null =>
  network?.operator ? (NETWORKS[network.operator] ?? network.operator) : (unit?.sim_operator ?? null);

/** A moment with its age: "06.05.2026, 14:30 (5 хв тому)". */
export const withAge = ({ format }: Words, at: string | null): string | null =>
  at === null ? null : `${format.dateTime(at)} (${format.age(at)})`;

/** How old the last contact is, in a colour and in words; by the settings' minutes, and a day. */
export function contactOf(
  { t }: Words,
  { last_contact_at, offline_minutes }: DeviceState,
): { tone: Tone; text: string } {
  if (last_contact_at === null) return { tone: "neutral", text: t("device:contact.never") };
  const minutes = (Date.now() - Date.parse(last_contact_at)) / 60_000;
  if (minutes <= offline_minutes) return { tone: "ok", text: t("device:contact.fresh") };
  return minutes <= 24 * 60
    ? { tone: "warn", text: t("device:contact.late") }
    : { tone: "bad", text: t("device:contact.lost") };
}

/** How long a machine has been online; of one that is not, when it was last in touch. */
export const sinceOf = ({ t, format }: Words, status: DeviceState["status"], since: string): string =>
  status === "ONLINE"
    ? t("statuses:online_for", { time: format.duration((Date.now() - Date.parse(since)) / 1000) })
    : t("statuses:last_contact", { age: format.age(since) });

/** What a unit tells of itself with each ping. */
export function pingItems(words: Words, state: DeviceState): Item[] {
  const { t, format } = words;
  const { unit, network, uptime, clock, firmware } = state;
  return [
    { label: t("device:unit_type"), value: unit && t(`options:telemetry_type.${unit.type}`) },
    { label: t("device:last_contact"), value: withAge(words, state.last_contact_at) },
    {
      label: t("device:status_since"),
      value:
        state.status_since &&
        `${t(`options:device_status.${state.status}`)}, ${sinceOf(words, state.status, state.status_since)}`,
    },
    { label: t("device:operator"), value: operatorOf(state) },
    { label: t("device:signal"), value: signalOf(words, state) },
    { label: t("device:network_type"), value: network?.type?.toUpperCase() ?? null },
    { label: t("device:firmware_now"), value: firmware },
    { label: t("device:uptime"), value: uptime === null ? null : format.duration(uptime) },
    {
      label: t("device:unit_clock"),
      value:
        clock === null
          ? null
          : Math.abs(clock) < 60
            ? t("device:clock_right")
            : t(clock > 0 ? "device:clock_ahead" : "device:clock_behind", { time: format.duration(Math.abs(clock)) }),
    },
  ];
}

export const signalOf = (words: Words, { network, status }: DeviceState): string | null =>
  network?.rssi === null || network?.rssi === undefined
    ? null
    : dated(
        words,
        status,
        network.at,
        words.t("device:signal_of", { value: words.format.number(network.rssi), level: network.level ?? 0 }),
      );

/** What was measured is as it was then, when the machine is not heard now. */
const dated = ({ format }: Words, status: DeviceState["status"], at: string, text: string) =>
  status === "ONLINE" ? text : `${text} (${format.age(at)})`;

/** What the machine itself is going through. */
export function machineItems(words: Words, state: DeviceState): Item[] {
  const { t, format } = words;
  const { power, door, temperature, vends } = state;
  const asOf = (at: string, text: string) => dated(words, state.status, at, text);
  return [
    { label: t("device:door"), value: door && asOf(door.at, t(`device:door_state.${door.state}`)) },
    {
      label: t("device:power"),
      value:
        power &&
        asOf(
          power.at,
          t(power.mains ? "device:power_on" : "device:power_off") +
            (power.millivolts ? ` (${t("device:volts", { value: format.number(power.millivolts / 1000, 1) })})` : ""),
        ),
    },
    {
      label: t("device:temperature"),
      value:
        temperature &&
        asOf(
          temperature.at,
          temperature.values.map((value) => t("statuses:celsius", { value: format.number(value, 1) })).join(" / "),
        ),
    },
    { label: t("device:signal"), value: signalOf(words, state) },
    { label: t("device:operator"), value: operatorOf(state) },
    { label: t("device:last_sale"), value: withAge(words, state.last_sale_at) },
    { label: t("device:last_visit"), value: withAge(words, state.last_visit_at) },
    { label: t("device:serviced"), value: withAge(words, state.serviced_at) },
    {
      label: t("device:next_service"),
      value: state.next_service_on && format.date(`${state.next_service_on}T12:00:00Z`),
    },
    { label: t("device:vends_per_day"), value: format.number(vends.per_day, 1) },
    { label: t("device:vends_per_hour"), value: format.number(vends.per_hour, 2) },
    { label: t("device:vends_since_service"), value: format.number(vends.since_service) },
    {
      label: t("device:vends_until_service"),
      value:
        vends.until_service === null
          ? null
          : vends.until_service < 0
            ? t("device:overdue", { count: -vends.until_service, shown: format.number(-vends.until_service) })
            : format.number(vends.until_service),
    },
    { label: t("device:vends_left"), value: vends.left === null ? null : format.number(vends.left) },
  ];
}
