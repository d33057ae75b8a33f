import { HeldForm } from "~/frame/held-form";
import type { Labels } from "~/frame/labels";
import { DescriptionList } from "~/ui/description-list";
import { Notice } from "~/ui/notice";
import type { HeldWords } from "./held-words.server";
import { kept, stack } from "./session.css";

interface ContinueProps {
  labels: Labels<
    readonly [
      "session:continue.title",
      "session:continue.text",
      "session:continue.back",
      "session:continue.files",
      "session:continue.files_lost",
      "session:continue.submit",
    ]
  >;
  to: string;
  words: HeldWords;
}

/** After signing in again: the form that met the end of the session, in words, waiting for the person's own. */
export function Continue({ labels, to, words: { entries, lines, files, returns } }: ContinueProps) {
  return (
    <div className={stack}>
      <h1>{labels["session:continue.title"]}</h1>
      {files && (
        <Notice tone="warn" title={labels["session:continue.files_lost"]}>
          {files}
        </Notice>
      )}
      {lines.length > 0 && (
        <div className={kept}>
          <DescriptionList items={lines} />
        </div>
      )}
      <HeldForm
        held={{ to, entries }}
        text={labels[returns ? "session:continue.back" : "session:continue.text"]}
        submit={labels["session:continue.submit"]}
      />
      {!returns && (
        <p>
          <small>{labels["session:continue.files"]}</small>
        </p>
      )}
    </div>
  );
}
