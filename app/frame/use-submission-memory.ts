import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { heldOf } from "~server/web/held";
import type { ScreenData } from "~server/web/screens.server";

let last: ScreenData["held"];

/** The form under way when the page was lost, so that the screen in its place can offer to send it again. */
export const lastSubmission = (): ScreenData["held"] => last;

/**
 * Remembers the form being sent, until its answer has arrived. The event is heard rather than the navigation watched:
 * without a network one fails before React has drawn that it began.
 */
export function useSubmissionMemory(): void {
  const { formData } = useNavigation();
  useEffect(() => {
    if (!formData) last = undefined;
  }, [formData]);
  useEffect(() => {
    document.addEventListener("submit", remember, true);
    return () => document.removeEventListener("submit", remember, true);
  }, []);
}

function remember({ target: form, submitter }: SubmitEvent): void {
  if (!(form instanceof HTMLFormElement) || form.method !== "post") return;
  const sent = new FormData(form);
  if (submitter instanceof HTMLButtonElement && submitter.name) sent.append(submitter.name, submitter.value);
  const { pathname, search } = new URL(form.action);
  last = { to: pathname + search, entries: heldOf(sent) };
}
