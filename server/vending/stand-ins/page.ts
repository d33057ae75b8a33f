import { html } from "hono/html";
import type { StandInOrder } from "./bank";

const FRAME = (body: unknown) => html`<!doctype html>
<html lang="uk">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Тестова оплата</title>
    <style>
      body { font: 1.1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 24rem; padding: 0 1rem; color-scheme: light dark }
      button { font: inherit; padding: 0.75rem 1rem; width: 100%; margin-top: 0.75rem }
    </style>
  </head>
  <body>${body}</body>
</html>`;

const SAID: Record<StandInOrder["state"], string> = {
  open: "",
  stuck: "",
  accepting: "",
  held: "Суму утримано.",
  paid: "Сплачено.",
  released: "Утримання знято.",
  failed: "Не сплачено.",
  expired: "Строк оплати минув.",
};

/** Where a customer pays or refuses; it is not a real bank's, and says so. */
export const payPage = ({ reference, amount, description, state }: StandInOrder) =>
  FRAME(html`<h1>Тестова оплата</h1>
    <p>${description}</p>
    <p><strong>${(amount / 100).toFixed(2).replace(".", ",")} ₴</strong></p>
    ${
      SAID[state]
        ? html`<p role="status">${SAID[state]}</p>`
        : html`<form method="post" action="/pay/${reference}">
            <button name="do" value="pay">Сплатити</button>
            <button name="do" value="refuse">Відмовитися</button>
          </form>
          <p>Справжніх грошей тут немає.</p>`
    }`);

/** A page whose form goes back to the merchant by POST. */
export const wayBack = (url: string, fields: Readonly<Record<string, string>>) =>
  FRAME(html`<form method="post" action="${url}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
    <button>Повернутися до автомата</button>
  </form>`);
