import { randomUUID } from "node:crypto";
import dayjs from "dayjs";
import utc from "dayjs/plugin/utc";
import { financialReport, payRoyalty, royaltyPayments } from "~server/contract/calls/royalty";
import { plain } from "~server/contract/plain";
import { pageQuery, sensible } from "~server/contract/query";
import { LONGEST_PERIOD } from "~server/contract/reports/answer";
import { franchiseRoyalty } from "~server/contract/reports/money";
import { PAYMENTS_PAGE, royaltyPayment } from "~server/contract/royalty";
import { idempotencyKey } from "~server/contract/stock";
import { protectedAction, protectedLoader } from "~server/web/guard.server";
import { redirectWithToast } from "~server/web/toast.server";
import { askedPeriod, periodModel, today } from "~/report/period.server";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import { formModel } from "~/resource/form-drawn.server";
import { saveForm } from "~/resource/form.server";
import { pageLinks } from "~/resource/list-address";
import { paymentsTable, reportPath, royaltyTable } from "./rows.server";

dayjs.extend(utc);

const TAB = "financial_report";

/** The last twelve months, this one too: what is shown until somebody asks for others. */
const lastYear = () => ({ from: dayjs.utc(today()).startOf("month").subtract(11, "month").format("YYYY-MM-DD") });

/** The financial report of a franchise: royalty of it and of those below it by month, and what they paid. */
export const royaltyLoader = protectedLoader(requirementAt("view"), async (context) => {
  const { api, params, t, url, format } = context;
  tabAt(context, TAB);
  const asked = askedPeriod(context, LONGEST_PERIOD);
  const { page: number } = sensible(pageQuery, url.searchParams);
  const [page, payments] = await Promise.all([
    api.read(financialReport, { id: params.id }, asked.from || asked.to ? asked.query : lastYear()),
    api.read(royaltyPayments, { id: params.id }, { page: String(number) }),
  ]);
  const columns = franchiseRoyalty.list.columns.filter((name) => name !== "head_franchise");
  const last = Math.ceil(payments.total / PAYMENTS_PAGE);
  return {
    title: t("royalty:title"),
    hint: `${t("reports:about.franchise_royalty")} ${t("royalty:leads_to")}`,
    period: periodModel(context, asked, page, { byMonth: true }),
    table: royaltyTable(context, page, columns),
    empty: { title: t("reports:nothing_yet"), text: t("reports:nothing_yet_hint") },
    paid: {
      title: t("royalty:payments"),
      none: t("royalty:no_payments"),
      ...paymentsTable(context, payments),
      pagination: {
        label: t("resource:pages"),
        summary: t("royalty:count", { count: payments.total, shown: format.number(payments.total) }),
        pages: last > 1 ? pageLinks(url, number, last, format.number) : [],
      },
    },
    form: payments.may_enter && {
      hint: t("royalty:enter_hint"),
      key: randomUUID(),
      model: await formModel(context, royaltyPayment, undefined, {}, { day: today() }),
    },
  };
});

export const royaltyAction = protectedAction(requirementAt("view"), (context) => {
  tabAt(context, TAB);
  const key = idempotencyKey.catch(() => randomUUID()).parse(plain(context.form().get("key")));
  return saveForm(context, royaltyPayment, {
    purpose: "create",
    call: payRoyalty,
    ids: { id: context.params.id },
    along: { key },
    done: () => redirectWithToast(reportPath(context.params.id ?? ""), { tone: "ok", key: "royalty:entered" }),
  });
});
