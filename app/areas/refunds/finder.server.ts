import dayjs from "dayjs";
import timezone from "dayjs/plugin/timezone";
import utc from "dayjs/plugin/utc";
import { refundableVends } from "~server/contract/calls/refunds";
import { refund } from "~server/contract/entities/refunds";
import { AROUND_MINUTES, type RefundableVend } from "~server/contract/refunds";
import { TIME_ZONE } from "~server/contract/time";
import type { Context } from "~server/web/guard.server";
import { holderWords } from "~/areas/holder-words.server";
import { choicesOf, chosenRefs } from "~/resource/choices.server";
import { withParams } from "~/resource/list-address";

dayjs.extend(utc);
dayjs.extend(timezone);

/** What an address asks for; a day and a time are of the company's clock, now unless they are said. */
export function askedVends(url: URL) {
  const said = (name: string) => url.searchParams.get(name) ?? "";
  const at = dayjs(said("at") || undefined).tz(TIME_ZONE);
  const begins = at.isValid() ? at : dayjs().tz(TIME_ZONE);
  const day = said("day") || begins.format("YYYY-MM-DD");
  const time = said("time") || begins.format("HH:mm");
  const moment =
    /^\d{4}-\d\d-\d\d$/.test(day) && /^\d\d:\d\d$/.test(time) ? dayjs.tz(`${day} ${time}`, TIME_ZONE) : null;
  const amount = said("amount").trim().replace(/\s/g, "").replace(",", ".");
  return {
    device: /^\d{1,9}$/.test(said("device")) ? said("device") : undefined,
    find: said("find").trim().slice(0, 100),
    day,
    time,
    minutes: said("minutes") || String(AROUND_MINUTES),
    amount: said("amount"),
    at: moment?.isValid() ? moment.toISOString() : undefined,
    kopecks: /^\d{1,7}(\.\d{1,2})?$/.test(amount) ? Math.round(Number(amount) * 100) : undefined,
  };
}
type Asked = ReturnType<typeof askedVends>;

/** The page on which a vend is looked for: machines by words, or the vends of one. */
export async function finderModel(context: Context, asked: Asked) {
  const { t, url } = context;
  return {
    kept: [...url.searchParams].filter(([name]) => name === "ticket"),
    asked,
    machine: asked.device === undefined ? undefined : await machineModel(context, asked, asked.device),
    machines: asked.device === undefined ? await machinesModel(context, asked) : undefined,
    labels: {
      machine: t("entities:refund.fields.device"),
      find: t("refunds:find"),
      show: t("refunds:show"),
      day: t("refunds:day"),
      time: t("refunds:time"),
      minutes: t("refunds:minutes"),
      amount: t("refunds:price"),
      other: t("refunds:other_machine"),
      vends: t("refunds:vends"),
      min: t("refunds:min"),
    },
  };
}
export type FinderModel = Awaited<ReturnType<typeof finderModel>>;

async function machinesModel(context: Context, { find }: Asked) {
  const { options, more } = await choicesOf(context, "device", [], find);
  return {
    options: options.map(({ value, label }) => ({
      label,
      href: withParams(context.url, { device: value, find: null }),
    })),
    none: options.length ? undefined : context.t("resource:nothing_found"),
    more: more && options.length > 0 ? context.t("refunds:more_machines") : undefined,
  };
}

async function machineModel(context: Context, asked: Asked, device: string) {
  const { api, t, url } = context;
  const [ref] = await chosenRefs(api, "device", [device]);
  const wrong = {
    day: asked.at === undefined,
    minutes: !/^\d{1,4}$/.test(asked.minutes) || Number(asked.minutes) < 1 || Number(asked.minutes) > 1440,
    amount: asked.amount.trim() !== "" && asked.kopecks === undefined,
  };
  const isWrong = Object.values(wrong).some(Boolean);
  const { items } = isWrong
    ? { items: [] }
    : await api.readOr(
        { items: [] },
        refundableVends,
        { id: device },
        {
          at: asked.at,
          minutes: asked.minutes,
          ...(asked.kopecks === undefined ? {} : { amount: String(asked.kopecks) }),
        },
      );
  const said = (is: boolean) => (is ? [t("errors:incorrect")] : undefined);
  return {
    id: device,
    label: ref?.label ?? `#${device}`,
    other: withParams(url, { device: null }),
    errors: { day: said(wrong.day), minutes: said(wrong.minutes), amount: said(wrong.amount) },
    columns: [
      { key: "at", label: t("refunds:when") },
      { key: "product", label: t("refunds:product"), brief: true },
      { key: "paid", label: t("refunds:paid"), align: "end" as const, brief: true },
      { key: "by", label: t("refunds:by") },
    ],
    rows: items.map((vend) => vendRow(context, vend)),
    none: isWrong || items.length ? undefined : { title: t("refunds:none"), text: t("refunds:none_hint") },
  };
}

/** A vend; one of which nothing is left leads nowhere. */
function vendRow(context: Context, vend: RefundableVend) {
  const { t, format, url } = context;
  const left = vend.paid - vend.returned;
  const { names } = holderWords(context, vend.holder);
  const asked = new URLSearchParams(
    [...url.searchParams]
      .filter(([name]) => name === "device" || name === "ticket")
      .concat([["subject", vend.subject]]),
  );
  return {
    id: vend.subject,
    href: left > 0 ? `${refund.paths.create}?${asked}` : undefined,
    muted: left <= 0,
    cells: [
      { text: format.dateTime(vend.at), hint: vend.kind === "sale" ? undefined : t(`refunds:kind.${vend.kind}`) },
      { text: vend.product ?? "—", hint: vend.selection ?? undefined },
      {
        text: format.money(vend.paid),
        hint: vend.returned > 0 ? t("refunds:returned", { amount: format.money(vend.returned) }) : undefined,
      },
      {
        text: t(`options:source.${vend.source}`),
        hint:
          [...(vend.paid_with ? [t(`options:event_kind.${vend.paid_with}`)] : []), ...names].join(" · ") || undefined,
      },
    ],
  };
}
