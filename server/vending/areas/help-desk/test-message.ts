import { sql } from "drizzle-orm";
import { z } from "zod";
import { testPayload } from "~server/contract/help-desk";
import { postErrorMessage } from "~server/contract/post-errors";
import type { Viewer } from "../../access";
import { type Db, only } from "../../database/query";
import { Fault, invalid } from "../../fault";
import { attempt } from "./posts";
import { type Limits, post } from "./webhook";

/** Somebody looks at a page meanwhile. */
const LIMITS: Limits = { connectMs: 5_000, answerMs: 8_000 };

const settings = z.object({
  name: z.string(),
  group: z.string().nullable(),
  url: z.string().nullable(),
  secret: z.string().nullable(),
});

/** Posts a message to a company's message group to see whether it gets there: 422 says why not. */
export async function sendTestMessage(db: Db, company: number, viewer: Pick<Viewer, "full_name">): Promise<object> {
  const { name, group, url, secret } = await only(
    db,
    settings,
    sql`
    select name, help_desk_group as "group", help_desk_webhook as url, help_desk_webhook_secret as secret from companies where id = ${company}`,
  );
  if (url === null) throw new Fault(422, "post_no_address");
  const now = new Date();
  const payload = testPayload.parse({
    type: "test",
    group,
    text: `✓ ${name} · ${viewer.full_name}`,
    author: viewer.full_name,
    at: now.toISOString(),
  });
  // No message that is kept has this number, so the service drops neither.
  const posted = await attempt({ id: now.getTime(), payload, url, secret }, (message) => post(message, LIMITS));
  if (!posted.ok) throw invalid({ help_desk_webhook: [postErrorMessage(posted.error)] });
  return {};
}
