import * as calls from "~server/contract/calls/notices";
import type { Answers } from "../../answers";
import type { Deps } from "../../http";
import { markRead, noticesOf, unreadOf } from "./store";

/** What the signed-in person was told of. */
export function answerNotices({ read, change }: Answers, { pool }: Deps): void {
  read(calls.notices, ({ viewer, query }) => noticesOf(pool, viewer, query));
  change(calls.readNotices, async ({ viewer, form }) => {
    await markRead(pool, viewer.id, form);
    return { unread: await unreadOf(pool, viewer) };
  });
}
