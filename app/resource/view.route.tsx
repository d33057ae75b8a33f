import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { DetailsMenu, MenuLink } from "~/ui/details-menu";
import { Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Tabs } from "~/ui/tabs";
import { Reminder } from "./reminder";
import { viewLoader } from "./view.server";

export const loader = viewLoader;

/** A record's tabs are told apart: "Sales · A-101 · Machines"; the first one is the record itself. */
export const meta: MetaFunction<typeof loader> = ({ data }) => {
  if (!data) return [];
  const tab = data.tabs.slice(1).find(({ current }) => current);
  const parts = [tab?.label, data.title, data.single ? undefined : data.list.label];
  return [{ title: parts.filter(Boolean).join(" · ") }];
};

/** A record: title, state and actions above its tabs. */
export default function ViewRoute() {
  const { title, list, single, neighbours, badges, shortcuts, actions, copy, reminder, tabs, labels } =
    useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageHeader
        title={title}
        crumbs={single ? undefined : [list]}
        crumbsLabel={labels["resource:breadcrumbs"]}
        badges={badges.map((badge) => (
          <Badge key={badge.text} tone={badge.tone}>
            {badge.text}
          </Badge>
        ))}
        actions={
          <>
            {neighbours.map(({ side, href, label }) => (
              <ButtonLink
                key={side}
                href={href}
                rel={side === "next" ? "next" : "prev"}
                icon={side === "next" ? "chevron-right" : "chevron-left"}
                hideLabel
              >
                {label}
              </ButtonLink>
            ))}
            {(copy || actions.length > 0) && (
              <DetailsMenu label={labels["resource:actions"]} align="end">
                {copy && (
                  <MenuLink href={copy.href} icon="copy">
                    {copy.label}
                  </MenuLink>
                )}
                {shortcuts.map(({ href, label }) => (
                  <MenuLink key={href} href={href}>
                    {label}
                  </MenuLink>
                ))}
                {actions.map((action) => (
                  <MenuLink key={action.href} href={action.href} danger={action.danger}>
                    {action.label}
                  </MenuLink>
                ))}
              </DetailsMenu>
            )}
          </>
        }
      />
      {reminder && <Reminder reminder={reminder} />}
      <Tabs label={labels["resource:tabs"]} tabs={tabs} />
      <Outlet />
    </Stack>
  );
}
