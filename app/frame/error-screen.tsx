import type { MetaFunction } from "@remix-run/node";
import { useLocation, useRouteError } from "@remix-run/react";
import { useState } from "react";
import type { loader } from "~/root.server";
import type { ScreenData } from "~server/web/screens.server";
import { HeldForm } from "./held-form";
import { EmptyLayout } from "./layouts";
import { ChangeNotice, ErrorNotice, NotFound, TechnicalWork } from "./notices";
import { screenOfError } from "./screen-of-error";
import { isSignInLabels, SignInForm } from "./sign-in-form";
import { useRecovery } from "./use-recovery";
import { useRoot } from "./use-root";
import { useToast } from "./use-toast";
import { lastSubmission } from "./use-submission-memory";

/** The browser's title of what stands instead of a page; a page has its own. */
export const errorTitle: MetaFunction<unknown, { root: typeof loader }> = ({ matches, error }) => {
  const texts: Partial<Record<string, string>> = matches.find(({ id }) => id === "root")?.data?.labels ?? {};
  const shown = screenOfError(error);
  const title = shown?.labels?.["session:login.title"] ?? texts[`frame:${shown?.screen}.title`];
  return [{ title: title ?? texts[shown ? "common:screens.refused" : "frame:product"] }];
};

/** What stands instead of a page that cannot be shown. */
export function ErrorScreen() {
  const error = useRouteError();
  const screen = screenOfError(error) ?? { screen: "error" };
  const { pathname, search } = useLocation();
  const root = useRoot();
  const away = screen.screen === "technical_work";
  // As it was when the screen came: the memory is empty a moment later.
  const [unsent] = useState(lastSubmission);
  const held = away ? (screen.held ?? unsent) : undefined;
  const toasts = useToast();
  // A form that waits must not be lost by loading the page again: it is the person's to send.
  const [back, setBack] = useState(false);
  useRecovery(away && !back, held && setBack);
  if (!root) return null;

  const { labels, theme, lang } = root;
  const here = pathname + search;
  const form = held && (
    <HeldForm held={held} text={labels["common:screens.held"]} submit={labels["common:send_again"]} shows />
  );
  if (away && !back)
    return (
      <TechnicalWork labels={labels} retry={here}>
        {form}
      </TechnicalWork>
    );
  return (
    <EmptyLayout labels={labels} theme={theme} lang={lang} here={here} toasts={toasts}>
      {form && <h1>{labels["common:send_again"]}</h1>}
      {form ?? <Words screen={screen} labels={labels} here={here} />}
    </EmptyLayout>
  );
}

/** Where what a form makes can be seen: `/companies` of `/companies/create`, a record's page itself. */
const aboveForm = (here: string): string => here.replace(/[?].*/, "").replace(/\/[^/\d][^/]*$/, "") || "/";

type Texts = NonNullable<ReturnType<typeof useRoot>>["labels"];

function Words({ screen, labels, here }: { screen: ScreenData; labels: Texts; here: string }) {
  if (screen.screen === "not_found") return <NotFound labels={labels} />;
  if (screen.screen === "saved" || screen.screen === "unknown")
    return (
      <ChangeNotice labels={labels} change={screen.screen} look={aboveForm(here)}>
        {screen.held && <HeldForm held={screen.held} submit={labels["common:send_again"]} shows />}
      </ChangeNotice>
    );
  if (screen.screen === "sign_in" && isSignInLabels(screen.labels))
    return <SignInForm {...screen} labels={screen.labels} expired why={screen.text} />;
  if (screen.screen === "refused") {
    const words = {
      "frame:error.title": labels["common:screens.refused"],
      "frame:error.text": screen.text ?? labels["common:screens.go_back"],
    };
    return <ErrorNotice labels={{ ...labels, ...words }} retry={here} />;
  }
  return (
    <>
      <ErrorNotice labels={labels} retry={here} />
      {screen.id && (
        <p>
          <small>
            {labels["common:screens.error_number"]}: {screen.id}
          </small>
        </p>
      )}
    </>
  );
}
