import { createHmac } from "node:crypto";
import { z } from "zod";
import { localTime } from "../../../time";
import { hryvnias } from "./amounts";
import { ask, type Line, wordsOf } from "./call";
import { answerOf, errorOf, type Row, statusOf } from "./portmone-rows";
import {
  type KnownOrder,
  type PaymentProvider,
  type ProviderOrder,
  ProviderRefused,
  ProviderUnknown,
} from "./provider";
import { captureToAsk, refundToAsk, releaseToAsk } from "./repeating";

/** Sources of what is said here of Portmone: its own plugins for WordPress, OpenCart and Magento; busfor/portmone; petrenko-yuri/omnipay-portmone. */
export interface PortmoneAccount {
  readonly login: string;
  readonly payeeId: string;
  readonly password: string;
  /** Signs new orders. */
  readonly key: string;
}

/** Without the last slash it answers with a redirect. */
const PATH = "/gateway/";
const LANGUAGES = { uk: "uk", en: "en", pl: "en" } as const;
const DAY_MS = 24 * 60 * 60 * 1_000;
/** Without dates `result` looks no further than a month back, and payments are refunded later than that. */
const LOOK_BACK_DAYS = 400;

/** 04.03.2026, and 20260304170509 by a clock of 24 hours. */
const dotted = (at: number) => localTime(at).slice(0, 10).split("-").reverse().join(".");
const compact = (at: number) => localTime(at).replace(/\D/g, "");

const createdSchema = z.looseObject({ linkPayment: z.url({ protocol: /^https?$/ }) });

/** Upper-case hex of HMAC-SHA256. The amount is signed as the very text that is sent. */
export function portmoneSignature(
  { payeeId, login, key }: Pick<PortmoneAccount, "payeeId" | "login" | "key">,
  { dt, id, amount }: { dt: string; id: string; amount: string },
): string {
  const hex = (text: string) => Buffer.from(text, "utf8").toString("hex").toUpperCase();
  const signed = `${payeeId}${dt}${hex(id)}${amount}`.toUpperCase() + hex(login);
  return createHmac("sha256", key).update(signed).digest("hex").toUpperCase();
}

/** Portmone's gateway by its JSON. It signs nothing that it sends, so a notification is a reason to ask and no more. */
export function portmone(line: Line, account: PortmoneAccount): PaymentProvider {
  const { login, payeeId, password, key } = account;
  const secrets = [password, key];

  async function call(body: object): Promise<unknown> {
    const headers = { "content-type": "application/json; charset=utf-8" };
    const { json } = await ask(line, { method: "POST", path: PATH, headers, body: JSON.stringify(body) });
    return json;
  }

  /** A method that is not signed but has the password; throws a refusal in Portmone's words. */
  async function method(name: string, order: KnownOrder, more: object = {}): Promise<readonly Row[]> {
    const data = { login, password, payeeId, shopOrderNumber: order.id, ...more };
    const answer = answerOf(await call({ method: name, params: { data }, id: "1" }));
    if ("code" in answer) throw refused(answer);
    return answer;
  }

  const refused = ({ code, words }: { code: string; words: unknown }) =>
    new ProviderRefused(wordsOf(words, secrets) || code, wordsOf(code, secrets));

  async function status(order: KnownOrder) {
    const [startDate, endDate] = [-LOOK_BACK_DAYS, 1].map((days) => dotted(Date.now() + days * DAY_MS));
    const rows = await method("result", order, { status: "", startDate, endDate });
    if (rows.some((row) => (row.order ?? order.id) !== order.id || (row.payee ?? payeeId) !== payeeId))
      throw new ProviderUnknown("an answer about another order");
    return statusOf(rows);
  }

  /** A change of money; a row with an error is a refusal although it has a state. */
  async function change(name: string, order: KnownOrder, more: object = {}): Promise<void> {
    const [row] = await method(name, order, more);
    if (!row) throw new ProviderUnknown("an answer that says nothing");
    const error = errorOf(row);
    if (error) throw refused(error);
  }

  return {
    holds: true,
    async create(order) {
      const json = await call(createBody(order, account));
      const read = createdSchema.safeParse(json);
      if (read.success) return { reference: null, url: read.data.linkPayment };
      const answer = answerOf(json);
      if ("code" in answer) throw refused(answer);
      throw new ProviderUnknown("an answer that cannot be read");
    },
    status,
    readCallback: ({ body }) => Promise.resolve(readNotification(Buffer.from(body).toString("utf8"))),
    async refund(order, refund) {
      if (refundToAsk(await status(order), refund) === "done") return "done";
      const returnAmount = hryvnias(refund.amount);
      await change("return", order, { returnAmount, message: `refund ${refund.key}`, attribute5: refund.key });
      return "done";
    },
    async capture(order, amount) {
      if (captureToAsk(await status(order), amount) === "done") return;
      await change("confirmPreauth", order, { postauthAmount: hryvnias(amount) });
    },
    async release(order) {
      if (releaseToAsk(await status(order)) === "done") return;
      await change("rejectPreauth", order);
    },
  };
}

function createBody(order: ProviderOrder, account: PortmoneAccount) {
  const { payeeId, login } = account;
  const amount = hryvnias(order.amount);
  const dt = compact(Date.now());
  return {
    method: "createLinkPayment",
    payee: { payeeId, login, dt, signature: portmoneSignature(account, { dt, id: order.id, amount }) },
    order: {
      description: order.description,
      shopOrderNumber: order.id,
      billAmount: amount,
      billCurrency: "UAH",
      successUrl: order.returnUrl,
      failureUrl: order.returnUrl,
      preauthFlag: order.hold ? "Y" : "N",
      expTime: String(order.expiresInS),
    },
    payer: { lang: LANGUAGES[order.language] },
  };
}

const notificationSchema = z.looseObject({
  shopOrderNumber: z.string().optional(),
  shop_order_number: z.string().optional(),
});

/** JSON as it is sent now, or the older form with the XML of its bills, or the browser's way back. */
function readNotification(text: string): { order: string } | null {
  const order = text.trimStart().startsWith("{") ? ofJson(text) : ofForm(new URLSearchParams(text));
  return order ? { order } : null;
}

function ofJson(text: string): string | undefined {
  try {
    const { shopOrderNumber, shop_order_number } = notificationSchema.parse(JSON.parse(text));
    return shopOrderNumber ?? shop_order_number;
  } catch {
    return undefined;
  }
}

function ofForm(form: URLSearchParams): string | undefined {
  const [, billed] = /<BILL_NUMBER>([^<]{1,120})<\/BILL_NUMBER>/.exec(form.get("data") ?? "") ?? [];
  return billed ?? form.get("SHOPORDERNUMBER") ?? undefined;
}
