import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmptyLayout } from "~/frame/layouts";
import { SignInForm } from "~/frame/sign-in-form";
import { useRoot } from "~/frame/use-root";
import { useToast } from "~/frame/use-toast";
import { Continue } from "./continue";
import { action, loader } from "./login.server";
import { SecondStep } from "./second-step";

export { action, loader };

export const meta: MetaFunction<typeof loader> = ({ data }) =>
  data ? [{ title: data.labels["session:login.title"] }] : [];

export default function Login() {
  const { labels, redirect, accounts } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const toasts = useToast();
  const root = useRoot();
  if (!root) return null;
  const here = redirect === "/" ? "/login" : `/login?redirect=${encodeURIComponent(redirect)}`;
  return (
    <EmptyLayout labels={root.labels} theme={root.theme} lang={root.lang} here={here} toasts={toasts}>
      {answer?.kind === "continue" ? (
        <Continue labels={answer.labels} to={answer.to} words={answer.words} />
      ) : answer?.kind === "code" ? (
        <SecondStep {...answer} here={here} />
      ) : (
        <SignInForm
          labels={labels}
          redirect={redirect}
          accounts={accounts}
          held={answer?.held}
          email={answer?.email}
          error={answer?.error}
          errors={answer?.errors}
        />
      )}
    </EmptyLayout>
  );
}
