import { currencyRate } from "~server/contract/entities/currency_rates";
import { plain } from "~server/contract/plain";
import { companyStaff } from "../../access";
import { invalid } from "../../fault";
import { defineResource } from "../../resource/resource";
import * as tables from "../../tables";
import { restateCurrencies } from "./restate";

/** Every change of a rate is followed by the books of the machines that count in its currency, in its transaction. */
export const currencyRateResource = defineResource(currencyRate, {
  table: tables.currencyRates,
  visible: companyStaff,
  uniques: { currency_rates_key: { field: "from_day", key: "rate_of_day" } },
  prepare(_tx, { currency }) {
    if (currency === "UAH") throw invalid({ currency: [{ key: "rate_of_hryvnia" }] });
    return Promise.resolve();
  },
  async written(tx, _id, { currency }, { before, viewer }) {
    await restateCurrencies(tx, [currency, ...(typeof before?.currency === "string" ? [before.currency] : [])], viewer);
  },
  removed: (tx, { currency }, viewer) => restateCurrencies(tx, [plain(currency)], viewer),
});
