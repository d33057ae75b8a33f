import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { forgetDrafts } from "~/live/drafts";
import { Button, ButtonLink } from "~/ui/button";
import { Card } from "~/ui/card";
import { PageHeader } from "~/ui/page-header";
import { Desktop } from "../notices/desktop";
import { Details, Password } from "./profile-forms";
import { Look } from "./profile-look";
import { SecondFactorCard, Sessions } from "./profile-security";
import { action, loader } from "./profile.server";
import { page } from "./session.css";

export { action, loader };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? [{ title: data.labels["session:profile.title"] }] : [];

export default function Profile() {
  const { profile, sessions, labels } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <div className={page}>
      <PageHeader
        title={labels["session:profile.title"]}
        actions={
          <>
            <ButtonLink href="/subscriptions" icon="clock">
              {labels["subscriptions:title"]}
            </ButtonLink>
            <form method="post" action="/logout" onSubmit={() => forgetDrafts()}>
              <Button icon="logout">{labels["session:profile.sign_out"]}</Button>
            </form>
          </>
        }
      />
      <Details
        key={profile.version}
        labels={labels}
        profile={profile}
        answer={answer?.part === "details" ? answer : undefined}
      />
      <Password labels={labels} answer={answer?.part === "password" ? answer : undefined} />
      {profile.second_factor && <SecondFactorCard labels={labels} enabled={profile.second_factor.enabled} />}
      {sessions && <Sessions labels={labels} rows={sessions} />}
      <Look labels={labels} />
      <Card title={labels["notices:desktop.title"]}>
        <Desktop labels={labels} />
      </Card>
    </div>
  );
}
