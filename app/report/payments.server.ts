import { reportCall } from "~server/contract/calls/reports";
import { PAYMENT_COUNTERS, STAGE_NAMES } from "~server/contract/payments";
import { onlinePayments, onlinePaymentsSummary } from "~server/contract/reports/payments";
import type { Report } from "~server/contract/reports/report";
import type { Context } from "~server/web/guard.server";
import { withParams } from "~/resource/list-address";
import type { Row } from "~/ui/data-table";

/** Above single online payments: how many of all of them came to each stage, and how many ended by each error. */
export async function paymentsSummary(context: Context, report: Report, query: URLSearchParams) {
  if (report.name !== onlinePayments.name) return undefined;
  const { t, format, url, api } = context;
  const asked = new URLSearchParams(
    [...query].filter(([name]) => !["sort", "page", "limit", "measures"].includes(name)),
  );
  asked.set("by", "provider");
  asked.set("limit", "1");
  const { total } = await api.read(reportCall(onlinePaymentsSummary), {}, asked);
  const of = (name: string) => total.figures[name] ?? 0;
  const share = (count: number) => (of("payments") ? count / of("payments") : 0);
  const counted = (id: string, label: string, count: number, further: Row["cells"], href?: string): Row => ({
    id,
    href,
    cells: [
      { text: label },
      {
        text: of("payments") ? `${format.number(count)} (${format.percent(share(count), 0)})` : "0",
        bar: Math.round(share(count) * 100),
      },
      ...further,
    ],
  });
  const time = (name: string) => ({
    text: typeof total.figures[name] === "number" ? format.quantity(of(name), t("options:unit.s")) : "—",
  });
  return {
    funnel: {
      caption: t("reports:payments.funnel"),
      columns: [
        { key: "stage", label: t("reports:fields.payment_stage") },
        { key: "count", label: t("reports:fields.payments"), align: "end" as const, brief: true },
        { key: "time", label: t("reports:payments.mean_time"), align: "end" as const, brief: true },
      ],
      rows: [
        ...STAGE_NAMES.map((stage) =>
          counted(stage, t(`options:payment_stage.${stage}`), of(`reached_${stage}`), [time(`time_${stage}`)]),
        ),
        counted("sold", t("reports:fields.sold"), of("sold"), [{ text: "" }]),
      ],
    },
    counters: {
      caption: t("reports:payments.errors"),
      columns: [
        { key: "counter", label: t("reports:fields.payment_counter") },
        { key: "count", label: t("reports:fields.payments"), align: "end" as const, brief: true },
      ],
      rows: PAYMENT_COUNTERS.map((counter) =>
        counted(
          counter,
          t(`options:payment_counter.${counter}`),
          of(`counter_${counter}`),
          [],
          of(`counter_${counter}`) ? withParams(url, { payment_counter: counter, page: null }) : undefined,
        ),
      ),
    },
    byMachine: {
      href: `${onlinePaymentsSummary.path}?${new URLSearchParams([...periodOf(asked), ["back", url.pathname + url.search]])}`,
      label: t("reports:payments.by_machine"),
    },
  };
}

const periodOf = (asked: URLSearchParams): [string, string][] =>
  [...asked].filter(([name]) => name === "from" || name === "to");
