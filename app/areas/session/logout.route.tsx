import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { EmptyLayout } from "~/frame/layouts";
import { forgetDrafts } from "~/live/drafts";
import { useRoot } from "~/frame/use-root";
import { Button, ButtonLink } from "~/ui/button";
import { action, loader } from "./logout.server";
import { line, stack } from "./session.css";

export { action, loader };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? [{ title: data.labels["session:logout.title"] }] : [];

export default function Logout() {
  const { labels } = useLoaderData<typeof loader>();
  const root = useRoot();
  if (!root) return null;
  return (
    <EmptyLayout labels={root.labels} theme={root.theme} lang={root.lang} here="/logout">
      <form className={stack} method="post" action="/logout" onSubmit={() => forgetDrafts()}>
        <h1>{labels["session:logout.title"]}</h1>
        <p>{labels["session:logout.text"]}</p>
        <div className={line}>
          <Button kind="primary" icon="logout">
            {labels["session:logout.submit"]}
          </Button>
          <ButtonLink href="/">{labels["session:logout.cancel"]}</ButtonLink>
        </div>
      </form>
    </EmptyLayout>
  );
}
