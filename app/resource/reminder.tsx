import { Notice } from "~/ui/notice";
import type { Reminder as ReminderModel } from "./concern.server";

/** What must be looked after because of a record, with the way to it. */
export function Reminder({ reminder: { text, link } }: { reminder: ReminderModel }) {
  return (
    <Notice tone="warn" title={text}>
      <a href={link.href}>{link.label}</a>
    </Notice>
  );
}
