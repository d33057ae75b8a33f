import { z } from "zod";
import { keyClientBonuses } from "~server/contract/calls/key-clients";
import { recordCallsOf } from "~server/contract/calls/entities";
import { keyClient } from "~server/contract/entities/key_clients";
import { BONUSES_PAGE, type ClientBonuses } from "~server/contract/key-clients";
import { idAsked, pageQuery, sensible } from "~server/contract/query";
import { LONGEST_PERIOD } from "~server/contract/reports/answer";
import { type Context, protectedLoader } from "~server/web/guard.server";
import { askedPeriod, periodModel } from "~/report/period.server";
import { requirementAt, tabAt } from "~/resource/find-entity.server";
import { paginationOf } from "~/resource/pagination.server";
import { refHref } from "~/resource/show.server";

const programs = z.array(z.object({ id: z.number(), name: z.string() }));
const COLUMNS = ["at", "key", "owner", "program", "shift_at", "amount"] as const;

/** Which key of a client earned which bonus and when. */
export const bonusesLoader = protectedLoader(requirementAt("view"), async (context) => {
  const { api, params, t, url } = context;
  tabAt(context, "bonuses");
  const asked = askedPeriod(context, LONGEST_PERIOD);
  const { page } = sensible(pageQuery, url.searchParams);
  const program = idAsked.safeParse(url.searchParams.get("program")).data;
  const ids = { id: params.id };
  const [found, client] = await Promise.all([
    api.read(keyClientBonuses, ids, {
      ...asked.query,
      page: String(page),
      ...(program ? { program: String(program) } : {}),
    }),
    api.read(recordCallsOf(keyClient).read, ids),
  ]);
  return {
    title: t("key-clients:bonuses"),
    none: t("key-clients:no_bonuses"),
    period: periodModel(context, asked, found, { further: ["program"] }),
    program: {
      label: t("key-clients:program"),
      value: program ? String(program) : "",
      placeholder: t("key-clients:all_programs"),
      options: programs.parse(client.programs).map(({ id, name }) => ({ value: String(id), label: name })),
    },
    ...tableOf(context, found),
    pagination: paginationOf(context, { ...found, page, limit: BONUSES_PAGE }),
  };
});

const tableOf = (context: Context, { items, amount }: ClientBonuses) => {
  const { t, format } = context;
  const time = (at: string | null) => (at === null ? "—" : format.dateTime(at));
  return {
    columns: COLUMNS.map((key) => ({
      key,
      label: t(`key-clients:column.${key}`),
      ...(key === "amount" ? { align: "end" as const, brief: true } : {}),
    })),
    rows: items.map((one) => ({
      id: String(one.id),
      cells: [
        { text: time(one.at) },
        { text: one.key.label, href: refHref(context, "key_wallet", one.key.id) },
        { text: one.owner ?? "—" },
        { text: one.program ?? t("key-clients:gone_program") },
        { text: time(one.shift_at) },
        { text: format.signedMoney(one.amount) },
      ],
    })),
    foot: [t("reports:total"), "", "", "", "", format.signedMoney(amount)].map((text) => ({ text })),
  };
};
