import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { muted } from "~/theme/shared.css";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { classes } from "~/ui/class-names";
import { Empty } from "~/ui/empty";
import { TextInput } from "~/ui/field";
import { Columns, Stack } from "~/ui/layout";
import { PageHeader } from "~/ui/page-header";
import { searchLoader } from "./search.server";
import * as css from "./search.css";

export const loader = searchLoader;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: [data?.q, data?.labels["search:title"]].filter(Boolean).join(" · ") },
];

type Group = ReturnType<typeof useLoaderData<typeof loader>>["groups"][number];

/** The browser begins there, without scripts, too. */
const beginning = (isHere: boolean) => ({ autoFocus: isHere });

/** One field for all that a person may see, and what it found, kind by kind. */
export default function SearchRoute() {
  const { q, kinds, groups, create, labels } = useLoaderData<typeof loader>();
  return (
    <Stack>
      <PageHeader
        title={labels["search:title"]}
        description={groups.length ? undefined : labels["search:hint"]}
        actions={
          create && (
            <ButtonLink href={create.href} kind="primary" icon="plus">
              {create.label}
            </ButtonLink>
          )
        }
      />
      <form method="get" role="search" aria-label={labels["search:title"]} className={css.form}>
        <div className={css.field}>
          <TextInput
            type="search"
            name="q"
            defaultValue={q}
            aria-label={labels["search:field"]}
            placeholder={labels["search:field"]}
            // Whoever comes without words comes to type them.
            {...beginning(q === "")}
          />
        </div>
        <Button>{labels["search:find"]}</Button>
      </form>
      {groups.length > 0 && (
        <Columns kind="halves">
          {groups.map((group) => (
            <Found key={group.key} group={group} />
          ))}
        </Columns>
      )}
      {q !== "" && groups.length === 0 && <Empty title={labels["search:none"]} text={labels["search:none_hint"]} />}
      {q === "" && <Searchable kinds={kinds} labels={labels} />}
    </Stack>
  );
}

/** What can be searched: what the person may open the lists of. */
function Searchable({ kinds, labels }: Pick<ReturnType<typeof useLoaderData<typeof loader>>, "kinds" | "labels">) {
  if (!kinds.length) return <Empty title={labels["search:nothing_open"]} icon="lock" />;
  return <Empty title={labels["search:about"]} text={kinds.join(" · ")} />;
}

/** The first records of a kind, and the way to all of them. */
function Found({ group: { title, lines, all } }: { group: Group }) {
  return (
    <Card
      title={title}
      flush
      actions={
        all && (
          <ButtonLink href={all.href} size="s">
            {all.label}
          </ButtonLink>
        )
      }
    >
      <ul className={css.lines}>
        {lines.map((line) => (
          <li key={line.href}>
            <a href={line.href}>
              <span className={classes(css.title, line.muted && muted)}>{line.title}</span>
              {line.about && <span className={css.about}>{line.about}</span>}
            </a>
            {line.shortcut && (
              <ButtonLink href={line.shortcut.href} kind="quiet" icon="wrench" hideLabel>
                {line.shortcut.label}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
