import { Badge } from "~/ui/badge";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { DataTable, type Row } from "~/ui/data-table";
import { Inline, Stack } from "~/ui/layout";
import type { ProfileLabels } from "./profile-forms";
import { SESSIONS_FORM } from "./profile-labels";

/** Whether the person signs in with two steps, and the way to change that. */
export function SecondFactorCard({ labels, enabled }: { labels: ProfileLabels; enabled: boolean }) {
  return (
    <Card title={labels["session:profile.second_factor"]}>
      <Stack>
        <p>{labels["session:profile.second_factor_text"]}</p>
        <Inline>
          <Badge tone={enabled ? "ok" : "warn"}>
            {labels[`session:profile.second_factor_${enabled ? "on" : "off"}`]}
          </Badge>
          <ButtonLink href="/profile/second_factor">
            {labels[`session:profile.second_factor_${enabled ? "change" : "set_up"}`]}
          </ButtonLink>
        </Inline>
      </Stack>
    </Card>
  );
}

/** Where the person is signed in; each of them but this one can be ended, or all together. */
export function Sessions({ labels, rows }: { labels: ProfileLabels; rows: Row[] }) {
  const title = labels["session:profile.sessions"];
  const columns = (["agent", "address", "since", "used"] as const).map((key) => ({
    key,
    label: labels[`session:profile.session_${key}`],
  }));
  return (
    <Card
      title={title}
      actions={
        rows.length > 1 && (
          <form id={SESSIONS_FORM} method="post" action="/profile">
            <input type="hidden" name="part" value="sessions" />
            <Button>{labels["session:profile.session_end_others"]}</Button>
          </form>
        )
      }
      flush
    >
      <DataTable caption={title} columns={columns} rows={rows} />
    </Card>
  );
}
