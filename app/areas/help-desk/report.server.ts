import { ticket } from "~server/contract/entities/tickets";
import type { TFunction } from "~server/web/i18n.server";

/** Where a ticket about a machine's problem is opened, with what is known filled in. */
export function problemPath(device: number, { subject, ...more }: Record<"subject", string> & Record<string, string>) {
  // A subject is no longer than the declaration allows.
  const known = { type: "DEVICE_PROBLEM", device: String(device), priority: "HIGH", subject: subject.slice(0, 200) };
  return `${ticket.paths.create}?${new URLSearchParams({ ...known, ...more })}`;
}

/** The same where nobody knows more than which machine it is. */
export const anyProblemPath = (t: TFunction, device: number, serial: string, place: string | undefined) =>
  problemPath(device, {
    subject: t("help-desk:problem_of", { machine: [serial, place].filter(Boolean).join(", ") }),
  });
