import { expect, it } from "vitest";
import { COUNTED_STATES } from "~server/contract/statuses";
import { formatter } from "~server/web/format.server";
import { translatorFor } from "~server/web/i18n.server";
import { waitingOf } from "~/areas/dashboard/attention.server";

const context = { t: await translatorFor("en"), format: await formatter("en") };
const nothing = { machines: [], troubled: 0, overdue: null, cash: null, held: null };
const states = COUNTED_STATES.map((state) => ({ state, count: state === "runs_out" ? 4 : 1 }));
const desk = (id: number, alarm: "lag" | "unreachable") => ({ desk: { id, label: `Desk ${id}` }, alarm });

it("what waits leads to where it is worked off, and nothing else is named", () => {
  const desks = [desk(1, "unreachable"), desk(2, "lag"), desk(3, "lag")];
  const today = { states: [], counters: [], failed_refunds: 2, differences: 3, failing: ["liqpay" as const] };
  const attention = { machines: [], troubled: 0, overdue: 9, cash: { machines: 11, amount: 4_148_500 }, held: 5 };
  const waiting = waitingOf(context, { attention, states, desks }, today);
  expect(waiting.map(({ label, text, href }) => [label, text.replaceAll("\u00a0", " "), href])).toEqual([
    ["Overdue tickets", "9", "/help_desk/tickets?open=true&overdue=true"],
    ["Run out within a day", "4", "/devices_statuses?state=runs_out"],
    ["Cash to collect", "11 (₴41,485.00)", "/needs?cash=1"],
    ["Service cannot be reached", "Desk 1", "/checkbox_cashiers/view/1"],
    ["Desk lags", "2", "/checkbox_cashiers?alarm=lag"],
    ["Payments fail at", "LiqPay", "/online_payments"],
    ["Failed refunds", "2", "/online_payments?payback_state=failed"],
    ["Differences from the provider", "3", "/online_payments"],
    ["Held reads", "5", "/devices_audits?question=held"],
  ]);
  expect(waitingOf(context, { attention: nothing, states: [], desks: [] }, undefined)).toEqual([]);
});
