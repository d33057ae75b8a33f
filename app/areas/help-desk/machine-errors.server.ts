import { deviceErrors } from "~server/contract/calls/help-desk";
import { createRequirement, listRequirement, viewPath } from "~server/contract/entity";
import { ticket } from "~server/contract/entities/tickets";
import type { DeviceState } from "~server/contract/device-state";
import { asErrorCode } from "~server/contract/error-code";
import { allowed } from "~server/contract/permissions";
import { type RecordData, refSchema } from "~server/contract/record";
import type { Context } from "~server/web/guard.server";
import { errorName } from "./error-name.server";
import { anyProblemPath, problemPath } from "./report.server";

/** What is wrong with a machine now; a ticket about it is opened with everything filled in. */
export async function machineErrors(context: Context, machine: RecordData, open: DeviceState["errors"]) {
  const { t, me, format } = context;
  const { items } = await context.api.readOr({ items: [] }, deviceErrors, { id: machine.id });
  const maySee = allowed(me, listRequirement(ticket));
  const mayOpen = allowed(me, createRequirement(ticket));
  const errors = items.map((item) => {
    // The maker may have words of its own.
    const own = open.find((error) => asErrorCode(error.code ?? error.raw) === item.code)?.text;
    return { ...item, name: own ? `${item.code}: ${own}` : errorName(context, item.code) };
  });
  const about = ({ code, name }: { code: string; name: string }) =>
    problemPath(machine.id, { error_code: code, subject: `${name} · ${machine.title}` });
  // With one error that nobody looks after yet, that is most likely the problem.
  const [first, ...others] = errors.filter((error) => !error.ticket);
  const place = refSchema.nullish().parse(machine.location)?.label;
  const general = anyProblemPath(t, machine.id, machine.title, place);
  return {
    title: t("help-desk:machine_errors"),
    none: t("help-desk:no_errors"),
    report: mayOpen
      ? { href: first && !others.length ? about(first) : general, label: t("help-desk:report") }
      : undefined,
    columns: ["code", "since", "ticket"].map((key) => ({ key, label: t(`help-desk:error.${key}`) })),
    rows: errors.map(({ code, name, opened_at, ticket: known }) => {
      const link =
        known && maySee
          ? { text: known.label, href: viewPath(ticket, known.id) }
          : mayOpen && !known
            ? { text: t("help-desk:report_error"), href: about({ code, name }) }
            : { text: "—" };
      return { id: code, cells: [{ text: name }, { text: format.age(opened_at) }, link] };
    }),
  };
}
