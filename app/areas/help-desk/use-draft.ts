import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { LEAVING } from "~/live/paths";
import { draftName, dropDraft, forgetDrafts, keepDraft, keptDraft } from "~/live/drafts";
import type { Draft, TicketAnswer } from "./ticket-action.server";

interface Draftable {
  form: RefObject<HTMLFormElement>;
  person: number;
  ticket: number;
  /** Number of the entry that was just said, if any. */
  said: string;
  answer: TicketAnswer | undefined;
  /** Asked before chosen files are lost. */
  question: string;
}

/**
 * Keeps what is written in a ticket in this tab until it is sent, so that it is there again after another page, a
 * reload or another signing in. Answers the draft to begin with, and what to call when something has been typed.
 */
export function useDraft({ form, person, ticket, said, answer, question }: Draftable): {
  draft: Draft | undefined;
  keep: () => void;
} {
  const [kept, setKept] = useState<Draft>();
  const name = draftName(person, ticket);
  const known = useRef("");

  const keep = useCallback(() => {
    if (!form.current) return;
    const now = written(form.current);
    keepDraft(name, now);
    // Other words are another reply, even if those of before did arrive.
    setKept((draft) => (draft?.key && draft.text !== now.text ? { ...draft, key: "" } : draft));
  }, [form, name]);

  useEffect(() => {
    forgetDrafts(person);
    if (said && said !== known.current) {
      dropDraft(name);
      setKept(undefined);
    }
    known.current = said;
  }, [person, name, said]);

  useEffect(() => {
    const found = keptDraft(name);
    // What the server gave back, or was typed before scripts came, is newer.
    if (answer || !found || (form.current && written(form.current).text)) return keep();
    setKept({ ...found, files: [], solution: "", stamp: found.key });
  }, [form, name, answer, keep]);

  useFileQuestion(form, question);
  return { draft: answer?.draft ?? kept, keep };
}

function written(form: HTMLFormElement) {
  const data = new FormData(form);
  const textOf = (field: string) => {
    const value = data.get(field);
    return typeof value === "string" ? value : "";
  };
  return { text: textOf("text"), after: textOf("after"), key: textOf("key") };
}

/** Files cannot be kept: whoever has chosen some is asked before they leave the page. */
function useFileQuestion(form: RefObject<HTMLFormElement>, question: string): void {
  useEffect(() => {
    const over = new AbortController();
    const { signal } = over;
    let leaving = false;
    const atStake = () =>
      !leaving &&
      form.current !== null &&
      [...form.current.querySelectorAll<HTMLInputElement>("[type=file],[data-uploaded]")].some(
        ({ type, files }) => type !== "file" || files?.length,
      );
    window.addEventListener(
      LEAVING,
      () => {
        leaving = true;
      },
      { signal },
    );
    window.addEventListener(
      "beforeunload",
      (event) => {
        if (atStake()) event.preventDefault();
      },
      { signal },
    );
    // Before the router hears of the click.
    document.addEventListener(
      "click",
      (event) => {
        const link =
          event.target instanceof Element
            ? event.target.closest<HTMLAnchorElement>("a[href]:not([target],[download])")
            : null;
        if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
        if (new URL(link.href).pathname === window.location.pathname || !atStake() || window.confirm(question)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      { capture: true, signal },
    );
    return () => over.abort();
  }, [form, question]);
}
