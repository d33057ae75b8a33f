import { alertPath } from "~server/contract/alerts";
import { createRequirement, viewPath } from "~server/contract/entity";
import { device } from "~server/contract/entities/devices";
import { ticket } from "~server/contract/entities/tickets";
import { allowed } from "~server/contract/permissions";
import type { StatusRow } from "~server/contract/statuses";
import type { Context } from "~server/web/guard.server";
import { problemPath } from "~/areas/help-desk/report.server";
import type { Trouble, Troubled } from "./troubles.server";

export interface Link {
  href: string;
  label: string;
}

export const tabOf = ({ id }: Pick<StatusRow, "id">, rest: string) => `${viewPath(device, id)}/${rest}`;

/** What is done about a trouble of a machine. */
export function remediesOf({ t, me }: Context, machine: Troubled, { kind, what, error, alert }: Trouble): Link[] {
  const command = (name: "restart" | "restart_telemetry"): Link => ({
    href: tabOf(machine, `command/${name}`),
    label: t(`entities:device.shortcuts.${name}`),
  });
  switch (kind) {
    case "offline":
      return [command("restart_telemetry")];
    case "quiet":
      return [command("restart")];
    case "error":
      return [
        command("restart"),
        ...(error !== undefined && !machine.ticket && allowed(me, createRequirement(ticket))
          ? [
              {
                href: problemPath(machine.id, { error_code: error, subject: `${what} · ${machine.serial_number}` }),
                label: t("help-desk:report_error"),
              },
            ]
          : []),
      ];
    case "alert":
      return alert === undefined ? [] : [{ href: alertPath(alert), label: t("alerts:open") }];
    case "ticket":
      return machine.ticket ? [{ href: viewPath(ticket, machine.ticket.id), label: t("statuses:ticket_open") }] : [];
    case "stop":
      return [{ href: tabOf(machine, "maintenance"), label: t("device:maintenance.enter") }];
    default:
      return [{ href: tabOf(machine, "monitoring"), label: t("resource:tab.monitoring") }];
  }
}
