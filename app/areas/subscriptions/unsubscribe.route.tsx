import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { WITHOUT_SCRIPTS } from "~/frame/document";
import { EmptyLayout } from "~/frame/layouts";
import { useRoot } from "~/frame/use-root";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { unsubscribeAction, unsubscribeLoader } from "./unsubscribe.server";

export const loader = unsubscribeLoader;
export const action = unsubscribeAction;

/** A question and a button: whoever comes from a mail waits for no scripts. */
export const handle = WITHOUT_SCRIPTS;

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.labels["subscriptions:unsubscribe.title"] },
  { name: "robots", content: "noindex" },
];

/** Outside the frame: nobody has to be signed in. */
export default function UnsubscribeRoute() {
  const { what, labels } = useLoaderData<typeof loader>();
  const done = useActionData<typeof action>();
  const root = useRoot();
  if (!root) return null;
  return (
    <EmptyLayout labels={root.labels} theme={root.theme} lang={root.lang} here="/" toasts={[]}>
      <Card>
        <Stack>
          <h1>{labels["subscriptions:unsubscribe.title"]}</h1>
          {done?.what ? (
            <Notice tone="ok" title={done.what}>
              {labels["subscriptions:unsubscribe.done"]}
            </Notice>
          ) : what ? (
            <form method="post">
              <Stack>
                <p>{what}</p>
                <p>{labels["subscriptions:unsubscribe.question"]}</p>
                <div>
                  <Button kind="primary">{labels["subscriptions:unsubscribe.button"]}</Button>
                </div>
              </Stack>
            </form>
          ) : (
            <Notice tone="info">{labels["subscriptions:unsubscribe.gone"]}</Notice>
          )}
        </Stack>
      </Card>
    </EmptyLayout>
  );
}
