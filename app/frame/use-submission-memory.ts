import { useFetchers, useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { heldOf } from "~server/web/held";
import type { ScreenData } from "~server/web/screens.server";

let last: ScreenData["held"];

/** The form under way when the page was lost, so that the screen in its place can offer to send it again. */
export const lastSubmission = (): ScreenData["held"] => last;

/** Remembers the form being sent, until its answer has arrived. */
export function useSubmissionMemory(): void {
  const navigation = useNavigation();
  const fetchers = useFetchers();
  const sending = [navigation, ...fetchers].find(({ formData, formMethod }) => formData && formMethod === "POST");
  const formData = sending?.formData;
  const formAction = sending?.formAction;
  useEffect(() => {
    last = formData && formAction ? { to: formAction, entries: heldOf(formData) } : undefined;
  }, [formData, formAction]);
}
