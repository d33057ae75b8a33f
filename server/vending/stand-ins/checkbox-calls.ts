import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { z } from "zod";
import { sellSchema, serviceSchema, sumsOf } from "./checkbox-books";
import { body, type CheckboxService, type Env, No } from "./checkbox-service";

const DAY_MS = 24 * 3_600_000;

/** The calls of the service that the product makes. */
export function checkboxCalls(service: CheckboxService): Hono<Env> {
  const api = new Hono<Env>();
  api.post("/cashier/signin", async (c) => {
    const { login, password } = await body(c, z.object({ login: z.string(), password: z.string() }));
    if (!service.knows((one) => one.login === login && one.pin === password))
      throw new No(403, "Невірний логін або пароль");
    return c.json(service.enter(service.cashierOf(login)));
  });
  api.post("/cashier/signinPinCode", async (c) => {
    const license = service.licenseOf(c);
    const { pin_code } = await body(c, z.object({ pin_code: z.string() }));
    if (!service.knows((one) => one.license === license && one.pin === pin_code)) throw new No(403, "Невірний пін-код");
    return c.json(service.enter(service.cashierOf(license)));
  });
  api.get("/cashier/shift", (c) => c.json(service.shiftNow(service.signedIn(c))));
  api.get("/shifts/:id", (c) => {
    const cashier = service.signedIn(c);
    const shift = cashier.shifts.find(({ id }) => id === c.req.param("id"));
    if (!shift) throw new No(404, "Зміну не знайдено");
    return c.json(service.shownShift(cashier, shift));
  });
  api.post("/shifts", async (c) => {
    const cashier = service.signedIn(c);
    service.licenseOf(c);
    const { id } = await body(c, z.object({ id: z.uuid() }));
    const known = cashier.shifts.find((one) => one.id === id);
    if (known) return c.json(service.shownShift(cashier, known), 202);
    return c.json(service.shownShift(cashier, service.beginShift(cashier, id)), 202);
  });
  api.post("/shifts/close", (c) => {
    const cashier = service.signedIn(c);
    const shift = service.openShift(cashier);
    shift.closing = service.now();
    shift.closingError = service.refusalOf("POST /shifts/close");
    return c.json({ ...service.shownShift(cashier, shift), status: "CLOSING", closing_transaction: null }, 202);
  });
  api.post("/receipts/sell", async (c) => {
    const cashier = service.signedIn(c);
    const sell = await body(c, sellSchema);
    const known = cashier.receipts.get(sell.id);
    if (known) return c.json(service.shownReceipt(known), 201);
    const shift = service.openShift(cashier);
    if (service.now() - shift.opened > DAY_MS) throw new No(400, "Зміну відкрито понад 24 години");
    const isReturn = sell.goods.every((one) => one.is_return);
    const amount = sell.goods.reduce((sum, { good, quantity }) => sum + Math.round((good.price * quantity) / 1_000), 0);
    if (sell.payments.reduce((sum, { value }) => sum + value, 0) < amount)
      throw new No(400, "Сума оплат менша за суму чека");
    if (isReturn) service.checkReturn(cashier, sell.related_receipt_id, amount);
    return c.json(
      service.shownReceipt(
        service.keep(cashier, shift, "POST /receipts/sell", {
          id: sell.id,
          type: isReturn ? "RETURN" : "SELL",
          payment: sell.payments[0]?.type ?? "CASH",
          amount,
          related: sell.related_receipt_id ?? null,
        }),
      ),
      201,
    );
  });
  api.post("/receipts/service", async (c) => {
    const cashier = service.signedIn(c);
    const { id, payment } = await body(c, serviceSchema);
    const known = cashier.receipts.get(id);
    if (known) return c.json(service.shownReceipt(known), 201);
    const shift = service.openShift(cashier);
    if (payment.value < 0 && sumsOf(cashier, shift).balance < -payment.value)
      throw new No(400, "Недостатньо готівки в касі");
    return c.json(
      service.shownReceipt(
        service.keep(cashier, shift, "POST /receipts/service", {
          id,
          type: payment.value < 0 ? "SERVICE_OUT" : "SERVICE_IN",
          payment: "CASH",
          amount: Math.abs(payment.value),
          related: null,
        }),
      ),
      201,
    );
  });
  api.get("/receipts/:id", (c) => {
    const receipt = service.signedIn(c).receipts.get(c.req.param("id"));
    if (!receipt) throw new No(404, "Чек не знайдено");
    return c.json(service.shownReceipt(receipt));
  });
  api.post("/reports", (c) => {
    const cashier = service.signedIn(c);
    const shift = service.openShift(cashier);
    const { cash_sales, card_sales, cash_returns, card_returns, service_in, service_out, balance } = sumsOf(
      cashier,
      shift,
    );
    const done = [...cashier.receipts.values()].filter((one) => one.shift === shift && one.fate === "DONE");
    return c.json(
      {
        id: randomUUID(),
        serial: ++cashier.reports,
        is_z_report: false,
        balance,
        sell_receipts_count: done.filter(({ type }) => type === "SELL").length,
        return_receipts_count: done.filter(({ type }) => type === "RETURN").length,
        payments: [
          { type: "CASH", label: "Готівка", sell_sum: cash_sales, return_sum: cash_returns, service_in, service_out },
          {
            type: "CASHLESS",
            label: "Картка",
            sell_sum: card_sales,
            return_sum: card_returns,
            service_in: 0,
            service_out: 0,
          },
        ],
      },
      201,
    );
  });
  api.get("/cash-registers/info", (c) => {
    service.signedIn(c);
    service.licenseOf(c);
    return c.json({ fiscal_number: "TEST000001", is_test: true, offline_mode: false, has_shift: false });
  });
  api.post("/cash-registers/ping-tax-service", (c) => {
    service.signedIn(c);
    service.licenseOf(c);
    const refusal = service.refusalOf("POST /cash-registers/ping-tax-service");
    return c.json({ status: refusal === null ? "DONE" : "ERROR" });
  });
  return api;
}
