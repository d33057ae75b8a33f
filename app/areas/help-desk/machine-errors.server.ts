import { createRequirement, listRequirement, viewPath } from "~server/contract/entity";
import { ticket } from "~server/contract/entities/tickets";
import type { DeviceState } from "~server/contract/fleet";
import { deviceErrorsSchema } from "~server/contract/help-desk";
import { allowed } from "~server/contract/permissions";
import type { RecordData } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import { errorName } from "./error-name.server";

/** What is wrong with a machine now; a ticket about it is opened with everything filled in. */
export async function machineErrors(context: Context, api: string, machine: RecordData, open: DeviceState["errors"]) {
  const { t, me, format } = context;
  const { items } = await context.api.get(`${api}/errors`, deviceErrorsSchema);
  const maySee = allowed(me, listRequirement(ticket));
  const mayOpen = allowed(me, createRequirement(ticket));
  const opening = (more: Record<string, string>) => `${ticket.paths.create}?${new URLSearchParams({ type: "DEVICE_PROBLEM", device: String(machine.id), ...more })}`;
  return {
    title: t("help-desk:machine_errors"),
    none: t("help-desk:no_errors"),
    report: mayOpen ? { href: opening({ priority: "HIGH" }), label: t("help-desk:report") } : undefined,
    columns: ["code", "since", "ticket"].map((key) => ({ key, label: t(`help-desk:error.${key}`) })),
    rows: items.map(({ code, opened_at, ticket: known }) => {
      // The maker may have words of its own.
      const own = open.find((error) => (error.code ?? error.raw) === code)?.text;
      const name = own ? `${code}: ${own}` : errorName(context, code);
      const link = known && maySee
        ? { text: known.label, href: viewPath(ticket, known.id) }
        : mayOpen && !known ? { text: t("help-desk:report_error"), href: opening({ priority: "HIGH", error_code: code, subject: `${name} · ${machine.title}`.slice(0, 200) }) } : { text: "—" };
      return { id: code, cells: [{ text: name }, { text: format.age(opened_at) }, link] };
    }),
  };
}
