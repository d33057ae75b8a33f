import { randomUUID } from "node:crypto";
import { data } from "@remix-run/node";
import { z } from "zod";
import { rollOut, rolloutCandidates } from "~server/contract/calls/commands";
import { sensible } from "~server/contract/query";
import { DEVICE_TYPES } from "~server/contract/enums";
import type { Candidates } from "~server/contract/rollouts";
import { plain } from "~server/contract/plain";
import { type ActionContext, type Context, protectedAction, protectedLoader } from "~server/web/guard.server";
import { pick } from "~server/web/i18n.server";
import { errorText } from "~server/web/messages.server";
import { redirectWithToast } from "~server/web/toast.server";
import { pageWindow } from "~/ui/pagination";
import { FIRMWARE, rolloutsPath } from "./firmware.server";

const FILTERS = ["release", "device_type", "model", "project"] as const;
const LABELS = [
  "device:rollout.new",
  "device:rollout.search",
  "resource:find",
  "resource:any",
  "resource:pages",
  "device:rollout.found_machines",
  "device:rollout.chosen",
  "device:rollout.no_machines",
  "device:rollout.emergency",
  "device:rollout.emergency_hint",
  "device:rollout.start",
  "resource:cancel",
] as const;
const CONFIRMED = "confirmed";
const ids = z.array(z.string().regex(/^\d{1,9}$/)).catch([]);

/** Choosing the machines of a rollout. One form: searching and turning pages carries along what is ticked. Only machines with telemetry can be told anything. */
export const newRolloutLoader = protectedLoader([...FIRMWARE, "DEVICE"], async (context) => {
  const { api, params, t, url, format } = context;
  const chosen = ids.parse(url.searchParams.getAll("devices"));
  const asked = { ...sensible(rolloutCandidates.query, url.searchParams), devices: chosen };
  const found = await api.read(rolloutCandidates, { id: params.id }, asked);
  const shown = new Set(found.items.map(({ id }) => id));
  const earlier = found.chosen.filter(({ id }) => !shown.has(id));
  const last = Math.ceil(found.total / found.limit);
  return {
    q: url.searchParams.get("q") ?? "",
    filters: filtersOf(context, found),
    chosen,
    found: found.items.map((one) => option(context, one)),
    earlier: earlier.map((one) => option(context, one)),
    total: found.total,
    emergency: url.searchParams.has("emergency"),
    summary: t("device:rollout.found", { count: found.total, shown: format.number(found.total) }),
    all: t("device:rollout.all", { count: found.total, shown: format.number(found.total) }),
    pages:
      last > 1
        ? pageWindow(found.page, last).map((page) =>
            page === null ? null : { value: String(page), label: format.number(page), current: page === found.page },
          )
        : [],
    cancelHref: rolloutsPath(context),
    key: randomUUID(),
    labels: pick(t, LABELS),
  };
});

function filtersOf({ t, url }: Context, { releases, models, projects }: Candidates) {
  const refs = (all: Candidates["models"]) => all.map(({ id, label }) => ({ value: String(id), label }));
  const options = {
    release: releases.map((release) => ({ value: release, label: release })),
    device_type: DEVICE_TYPES.map((type) => ({ value: type, label: t(`options:device_type.${type}`) })),
    model: refs(models),
    project: refs(projects),
  };
  return FILTERS.map((name) => ({
    name,
    label: t(`device:rollout.filter.${name}`),
    value: url.searchParams.get(name) ?? "",
    options: options[name],
  }));
}

const option = ({ t }: Context, { id, serial_number, location, status, release }: Candidates["items"][number]) => ({
  value: String(id),
  label: serial_number,
  hint: [release ?? t("device:rollout.no_release"), location, t(`options:device_status.${status}`)]
    .filter(Boolean)
    .join(" · "),
});

/** What one press may not do: to stop sales of all machines at once. Its form sends the same again, with the person's word. */
function question({ t, format, url, form }: ActionContext) {
  const expected = Number(plain(form().get("expected")));
  const again = ["key", "all", "expected", "emergency", "devices"] as const;
  return {
    title: t("device:rollout.confirm", { count: expected, shown: format.number(expected) }),
    hint: t("device:rollout.emergency_hint"),
    entries: [
      ...again.flatMap((name) =>
        form()
          .getAll(name)
          .map((value) => [name, plain(value)]),
      ),
      [CONFIRMED, "on"],
    ],
    submit: t("device:rollout.start"),
    cancel: { href: url.pathname + url.search, label: t("resource:cancel") },
  };
}

/** Rolls out to the ticked machines and, if asked, to all that the filter of the address found, if they are still as many. */
export const newRolloutAction = protectedAction([...FIRMWARE, "DEVICE"], async (context) => {
  const { api, params, t, url, form } = context;
  const sent = form();
  const chosen = ids.parse(sent.getAll("devices"));
  const all = sent.get("all")
    ? [
        ["all", "on"],
        ["expected", plain(sent.get("expected"))],
        ...["q", ...FILTERS].map((name) => [name, url.searchParams.get(name) ?? ""]),
      ].filter(([, value]) => value)
    : [];
  const machines = [...all, ...chosen.map((id) => ["devices", id])];
  if (!machines.length) return data({ error: t("device:rollout.choose_some"), chosen }, { status: 422 });
  const body = new URLSearchParams([
    ["key", plain(sent.get("key"))],
    ...machines,
    ...(sent.get("emergency") ? [["emergency", "on"]] : []),
  ]);
  if (sent.get("all") && sent.get("emergency") && !sent.has(CONFIRMED)) return data({ confirm: question(context) });
  const outcome = await api.change(rollOut, { id: params.id }, body);
  if (!outcome.ok) return data({ error: errorText(t, outcome.error), chosen }, { status: outcome.status });
  throw await redirectWithToast(rolloutsPath(context, `/${outcome.data.id}`), {
    tone: "ok",
    key: "device:rollout.started",
  });
});
