import { Badge } from "~/ui/badge";
import { ButtonLink } from "~/ui/button";
import { DetailsMenu, MenuLink } from "~/ui/details-menu";
import { Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { Tabs } from "~/ui/tabs";
import { Reminder } from "./reminder";
import type { Head, ViewModel } from "./view.server";

/** What stands above a record's tabs, drawn by the server alone: title, state and actions, what must be looked after, the tabs. */
export function ViewFrame({
  model: { title, list, single, about, neighbours, badges, shortcuts, actions, copy, reminder, tabs, within, labels },
  head,
}: {
  model: ViewModel;
  head?: Head | undefined;
}) {
  return (
    <Stack>
      <PageHeader
        title={title}
        crumbs={single ? undefined : [list]}
        crumbsLabel={labels["resource:breadcrumbs"]}
        description={about}
        badges={[...badges, ...(head?.badges ?? [])].map(({ href, ...badge }: Head["badges"][number]) =>
          href ? (
            <a key={href} href={href}>
              <Badge {...badge} />
            </a>
          ) : (
            <Badge key={badge.children} {...badge} />
          ),
        )}
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
      {head?.below}
      {reminder && <Reminder reminder={reminder} />}
      <Stack gap="s">
        <Tabs label={labels["resource:tabs"]} tabs={tabs} />
        {within.length > 0 && (
          <Tabs kind="scopes" label={tabs.find(({ current }) => current)?.label ?? ""} tabs={within} />
        )}
      </Stack>
    </Stack>
  );
}
