import * as open from "~server/contract/calls/pay";
import * as staff from "~server/contract/calls/payments";
import type { Answers } from "../../answers";
import type { Context } from "../../http";
import { beginPayment, beginTest, cancel, choose } from "./begin";
import { takeCallback } from "./callbacks";
import { countersOf, differencesOf, funnelOf, todayOf } from "./counts";
import { changeDevicePay, checkMayChange, devicePay } from "./device";
import { openLimits } from "./limits";
import type { Machinery } from "./machinery";
import { menuOf } from "./menu";
import { listPayments, readPayment } from "./reads";
import { retryRefund, settleRefund } from "./refunds";
import { pagePath } from "./sites";
import { askNow, viewOf } from "./view";

/** Online payments: a machine's public page, providers' messages, and what staff see and do. */
export function answerPayments(
  answers: Answers,
  machinery: Machinery,
  addressOf: (c: Context) => string | undefined,
): void {
  const { pool, wake } = machinery;
  const limits = openLimits(pool);
  const { anyone, read, change } = answers;

  anyone.read(open.payMenu, async ({ c, query: { code } }) => {
    await limits.look(addressOf(c), code);
    return menuOf(machinery, code);
  });
  anyone.read(open.payView, async ({ c, query }) => {
    await limits.look(addressOf(c), query.code);
    return viewOf(machinery, query);
  });
  anyone.change(open.payBegin, async ({ c, form }) => {
    await limits.begin(addressOf(c), form.code);
    const { token } = await beginPayment(machinery, form);
    return { token };
  });
  anyone.change(open.payChoose, async ({ c, form }) => {
    await limits.look(addressOf(c), form.code);
    await choose(machinery, form);
    wake();
    return {};
  });
  anyone.change(open.payCancel, async ({ c, form }) => {
    await limits.look(addressOf(c), form.code);
    await cancel(machinery, form);
    return {};
  });
  anyone.change(open.payAsk, async ({ c, form }) => {
    await limits.look(addressOf(c), form.code);
    await askNow(machinery, form);
    return {};
  });
  anyone.upload(open.payCallback, async ({ c, param, bytes }) => {
    await limits.callback(param("account"));
    await takeCallback(machinery, param("account"), { body: await bytes(), headers: c.req.raw.headers });
    return {};
  });

  read(staff.payments, ({ viewer, query }) => listPayments(pool, viewer, query));
  read(staff.paymentFunnel, ({ viewer, query }) => funnelOf(pool, viewer, query));
  read(staff.paymentCounters, ({ viewer, query }) => countersOf(pool, viewer, query));
  read(staff.paymentsToday, ({ viewer }) => todayOf(pool, viewer));
  read(staff.paymentDifferences, ({ viewer, query }) => differencesOf(pool, viewer, query));
  read(staff.payment, ({ viewer, param }) => readPayment(pool, viewer, param("id")));
  change(staff.retryRefund, async ({ viewer, param }) => {
    const answer = await retryRefund(pool, viewer, param("id"));
    wake();
    return answer;
  });
  change(staff.settleRefund, ({ viewer, param }) => settleRefund(pool, viewer, param("id")));
  read(staff.devicePay, ({ param }) => devicePay(machinery, param("id")));
  change(staff.changeDevicePay, ({ viewer, param, form }) =>
    changeDevicePay(machinery, viewer, param("id"), form.payer),
  );
  change(staff.testPayment, async ({ viewer, param, form }) => {
    checkMayChange(viewer);
    const { id, token } = await beginTest(machinery, param("id"), form.key);
    wake();
    const { code } = await devicePay(machinery, param("id"));
    return { id, page: pagePath(code, token) };
  });
}
