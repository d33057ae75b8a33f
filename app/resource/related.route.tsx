import { useLoaderData } from "@remix-run/react";
import { muted, smallMuted } from "~/theme/shared.css";
import { ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Empty } from "~/ui/empty";
import { Columns, Inline, Stack } from "~/ui/layout";
import { relatedLoader } from "./related.server";

export const loader = relatedLoader;

/** What refers to a record: a panel for each entity and field, with the way to all of it. */
export default function RelatedRoute() {
  const { groups, none } = useLoaderData<typeof loader>();
  if (!groups.length) return <Empty title={none} icon="box" />;
  return (
    <Columns kind="halves">
      {groups.map((group) => (
        <Card
          key={group.key}
          title={`${group.title} (${group.total})`}
          actions={
            group.create && (
              <ButtonLink href={group.create.href} size="s" icon="plus">
                {group.create.label}
              </ButtonLink>
            )
          }
        >
          <Stack gap="s">
            {group.first.length ? (
              <ul>
                {group.first.map((one) => (
                  <li key={one.href}>
                    <a href={one.href}>{one.label}</a> {one.about && <span className={smallMuted}>{one.about}</span>}
                  </li>
                ))}
              </ul>
            ) : (
              <p className={muted}>{group.none}</p>
            )}
            {group.all && (
              <Inline>
                <ButtonLink href={group.all.href} size="s">
                  {group.all.label}
                </ButtonLink>
              </Inline>
            )}
          </Stack>
        </Card>
      ))}
    </Columns>
  );
}
