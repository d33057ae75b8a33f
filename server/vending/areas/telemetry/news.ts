import type { Batch } from "~server/contract/telemetry";
import { doorOf, later, type News, newer, powerOf } from "../fleet/news";
import { isPaidBy } from "../sales/paid";
import { together as bothTerminals } from "../terminals/heard";
import type { ReadBatch, ReadEvent } from "./batch";

/** What a batch tells of its machine: what the unit measured when it sent it, and what happened before. */
export function newsOf(device: number, unit: number, batch: Batch, read: ReadBatch): News {
  const { sentAt: at, receivedAt, ahead } = read;
  const { net, power, door, temp_c: values, fw, uptime_s: uptime, seq, terminal } = batch;
  const news: News = {
    device,
    unit,
    contact_at: receivedAt,
    ...(net ? { network: { at, operator: net.operator ?? null, rssi: net.rssi ?? null, type: net.type ?? null } } : {}),
    ...(values ? { temperature: { at, values } } : {}),
    ...(terminal?.answers ? { terminals: [{ at, serial: terminal.serial ?? null }] } : {}),
    about: {
      at,
      firmware: fw ?? null,
      uptime: uptime ?? null,
      clock: Math.max(-2e9, Math.min(2e9, Math.round(ahead / 1_000))),
      sequence: seq ?? null,
    },
  };
  for (const event of read.events) addEvent(news, event);
  // What is measured at the end says how long what happened before it has lasted.
  if (power?.mains !== undefined)
    news.power = powerOf(news.power, { at, since: at, mains: power.mains, millivolts: power.mv ?? null });
  if (door) news.door = doorOf(news.door, { at, since: at, state: door });
  return news;
}

function addEvent(news: News, { content, at }: ReadEvent): void {
  switch (content?.t) {
    case "sale":
      if (content.source === "cashless2") news.terminals = bothTerminals(news.terminals, [{ at, serial: null }]);
      if (content.result === "vend_fail" || !isPaidBy(content.source)) return;
      news.sale_at = later(news.sale_at, at);
      if (content.source === "cash") news.cash_at = later(news.cash_at, at);
      if (content.source === "cashless1" || content.source === "cashless2")
        news.cashless_at = later(news.cashless_at, at);
      return;
    case "door":
      news.door = doorOf(news.door, { at, since: at, state: content.state });
      if (content.state === "opened") news.visit_at = later(news.visit_at, at);
      return;
    case "power":
      news.power = powerOf(news.power, { at, since: at, mains: content.mains, millivolts: content.mv ?? null });
      return;
    case "firmware":
      if (news.about && content.result === "installed") news.about.firmware ??= content.version;
      return;
    case "temperature":
      if (content.sensor === 0) news.temperature = newer(news.temperature, { at, values: [content.value] });
      return;
    case "maintenance":
      news.visit_at = later(news.visit_at, at);
      if (content.cleaned) news.service_at = later(news.service_at, at);
      return;
    case "terminal":
      if (content.answers) news.terminals = bothTerminals(news.terminals, [{ at, serial: content.serial ?? null }]);
      return;
    case "collection":
      news.visit_at = later(news.visit_at, at);
      return;
    default:
      return;
  }
}
