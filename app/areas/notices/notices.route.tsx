import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { Empty } from "~/ui/empty";
import { PageHeader } from "~/ui/page-header";
import { Tabs } from "~/ui/tabs";
import { Desktop } from "./desktop";
import { action, loader } from "./notices.server";
import * as css from "./notices.css";

export { action, loader };

export const meta: MetaFunction<typeof loader> = ({ data }) => (data ? [{ title: data.labels["notices:title"] }] : []);

export default function Notices() {
  const { labels, tabs, items, unread, unreadOnly, last, here, older, newest } = useLoaderData<typeof loader>();
  return (
    <div className={css.page}>
      <PageHeader
        title={labels["notices:title"]}
        description={labels["notices:about"]}
        actions={
          unread > 0 && (
            <form id="read" method="post" action="/notices">
              <input type="hidden" name="redirect" value={here} />
              <Button name="upto" value={last} icon="check">
                {labels["notices:read_all"]}
              </Button>
            </form>
          )
        }
      />
      <Tabs kind="scopes" label={labels["notices:which"]} tabs={tabs} />
      {items.length === 0 ? (
        <Empty
          icon="bell"
          title={labels[unreadOnly ? "notices:no_unread" : "notices:empty"]}
          text={labels["notices:empty_text"]}
        />
      ) : (
        <ul className={css.list}>
          {items.map(({ id, title, body, read, type, href, time }) => (
            <li key={id} className={read ? undefined : css.unread}>
              <div className={css.words}>
                <a href={href}>{title}</a>
                <p>{body}</p>
                <p className={css.about}>
                  {type} ·{" "}
                  <time dateTime={time.iso} title={time.title}>
                    {time.text}
                  </time>
                </p>
              </div>
              {!read && (
                <Button kind="quiet" size="s" icon="check" hideLabel form="read" name="id" value={id}>
                  {labels["notices:read"]}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {(older || newest) && (
        <nav className={css.pages} aria-label={labels["resource:pages"]}>
          {newest && (
            <ButtonLink href={newest} icon="sort-up">
              {labels["notices:newest"]}
            </ButtonLink>
          )}
          {older && (
            <ButtonLink href={older} icon="sort-down">
              {labels["notices:older"]}
            </ButtonLink>
          )}
        </nav>
      )}
      <Card title={labels["notices:desktop.title"]}>
        <Desktop labels={labels} />
      </Card>
    </div>
  );
}
