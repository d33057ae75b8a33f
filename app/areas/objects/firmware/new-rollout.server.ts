import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { z } from "zod";
import { device } from "~server/contract/entities/devices";
import { plain } from "~server/contract/plain";
import { pageSchema, refSchema } from "~server/contract/record";
import { protectedAction, protectedLoader } from "~server/web/guard.server";
import { errorText } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { FIRMWARE, rolloutsApi, rolloutsPath } from "./firmware.server";

/** As many machines stand in the form at once; a search finds the others. */
const SHOWN = 200;

/** Choosing the machines of a rollout: a search, and a checkbox each. Only machines with telemetry can be told anything. */
export const newRolloutLoader = protectedLoader([...FIRMWARE, "DEVICE"], async (context) => {
  const { api, t, url, format } = context;
  const q = url.searchParams.get("q") ?? "";
  const page = await api.get(device.api, pageSchema, { q, hidden: "false", sort: "serial_number", limit: String(SHOWN) });
  const machines = page.items.filter((one) => one.telemetry_type !== null);
  const label = (value: unknown) => refSchema.nullable().catch(null).parse(value)?.label;
  return {
    title: t("device:rollout.new"), search: { label: t("device:rollout.search"), value: q, submit: t("resource:find") },
    summary: page.total > page.items.length || page.capped ? t("device:rollout.first", { count: page.items.length, shown: format.number(page.items.length) }) : t("device:rollout.found", { count: machines.length, shown: format.number(machines.length) }),
    legend: t("device:rollout.machines"), none: t("device:rollout.no_machines"),
    options: machines.map((one) => ({ value: String(one.id), label: one.title, hint: [label(one.location), t(`options:device_status.${plain(one.status)}`)].filter(Boolean).join(" · ") })),
    all: t("device:rollout.all", { count: machines.length, shown: format.number(machines.length) }),
    emergency: { label: t("device:rollout.emergency"), hint: t("device:rollout.emergency_hint") },
    submit: t("device:rollout.start"), cancel: { label: t("resource:cancel"), href: rolloutsPath(context) }, key: randomUUID(),
  };
});

export const newRolloutAction = protectedAction([...FIRMWARE, "DEVICE"], async (context) => {
  const { api, t, form } = context;
  const ids = z.array(z.string().regex(/^\d{1,9}$/)).catch([]).parse(form().getAll(form().get("all") ? "shown" : "devices"));
  if (!ids.length) return data({ error: t("device:rollout.choose_some") }, { status: 422 });
  const body = new URLSearchParams([["key", plain(form().get("key"))], ...ids.map((id) => ["devices", id]), ...(form().get("emergency") ? [["emergency", "on"]] : [])]);
  const outcome = await api.post(rolloutsApi(context), body, z.object({ id: z.number() }));
  if (!outcome.ok) return data({ error: errorText(t, outcome.error) }, { status: outcome.status });
  throw await redirectWithToast(rolloutsPath(context, `/${outcome.data.id}`), { tone: "ok", key: "device:rollout.started" });
});
