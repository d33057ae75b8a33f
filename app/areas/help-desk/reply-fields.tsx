import { type KeyboardEvent, useState } from "react";
import { Button } from "~/ui/button";
import { CurrentFile } from "~/ui/current-file";
import { Field, FileInput, type Option, Select, TextArea } from "~/ui/field";
import { Inline, Stack } from "~/ui/layout";
import type { ticketLabels } from "./labels";
import * as css from "./ticket.css";
import type { Draft, TicketAnswer } from "./ticket-action.server";

interface ReplyModel {
  key: string;
  most: number;
  solutions: Option[];
  /** What the ticket has after a reply unless another choice is made. */
  after: string;
  statuses: Option[];
  files: {
    hint: string;
    accept?: string;
    maxBytes: number;
    most: number;
    tooLarge: string;
    inputs: { file: string; remove: string; known: string };
  };
}

interface ReplyProps {
  model: ReplyModel;
  draft: Draft | undefined;
  /** Of the draft, see there. */
  stamp: string;
  /** Of the answer, see there. */
  turn: string | undefined;
  errors: TicketAnswer["errors"] | undefined;
  busy: boolean;
  labels: Record<(typeof ticketLabels)[number], string>;
}

/** What is being written, how it is sent and what the ticket becomes with it, and below what goes into it: a ready answer, files. */
export function ReplyFields({ model, draft, stamp, turn, errors = {}, busy, labels }: ReplyProps) {
  const { files, most, solutions, statuses } = model;
  return (
    <Stack gap="s">
      <input type="hidden" name="key" value={draft?.key || model.key} />
      <input type="hidden" name="stamp" value={stamp} />
      <Field id="text" label={labels["help-desk:reply.text"]} errors={errors.text}>
        <TextArea
          id="text"
          key={stamp}
          name="text"
          rows={6}
          maxLength={most}
          defaultValue={draft?.text}
          aria-invalid={errors.text ? true : undefined}
          aria-describedby={errors.text ? "text-error" : undefined}
          onKeyDown={sendByKeys}
        />
      </Field>
      <div className={css.send}>
        <div className={css.sendAnd}>
          <Button
            kind="primary"
            name="intent"
            value="REPLY"
            aria-busy={busy}
            aria-keyshortcuts="Control+Enter"
            title={labels["help-desk:reply.shortcut"]}
          >
            {labels["help-desk:reply.send"]}
          </Button>
          <Field id="after" label={labels["help-desk:reply.after"]}>
            <After
              key={stamp}
              usual={draft?.after ?? model.after}
              options={statuses}
              placeholder={labels["help-desk:reply.leave"]}
            />
          </Field>
        </div>
        <Inline>
          <Button name="intent" value="NOTE" icon="lock" aria-busy={busy}>
            {labels["help-desk:reply.note"]}
          </Button>
          <Button name="intent" value="CLIENT" icon="user" aria-busy={busy}>
            {labels["help-desk:reply.client"]}
          </Button>
        </Inline>
      </div>
      <div className={css.controls}>
        <div className={css.choice}>
          <Field id="solution" label={labels["help-desk:reply.solution"]}>
            <Select
              id="solution"
              key={stamp}
              name="solution"
              defaultValue={draft?.solution}
              options={solutions}
              placeholder={labels[solutions.length ? "help-desk:choose" : "help-desk:reply.no_solutions"]}
            />
          </Field>
          <Button name="intent" value="insert" disabled={!solutions.length}>
            {labels["help-desk:reply.insert"]}
          </Button>
        </div>
        <Field id="files" label={labels["help-desk:reply.files"]} hint={files.hint} errors={errors.files}>
          {draft?.files.map((file) => (
            <div key={file.id}>
              <input type="hidden" name={files.inputs.known} value={file.memory} data-uploaded />
              <CurrentFile
                label={file.label}
                href={file.href}
                preview={file.isImage}
                remove={{ name: files.inputs.remove, value: file.id, label: labels["resource:file_remove"] }}
              />
            </div>
          ))}
          <div className={css.choice}>
            <FileInput
              id="files"
              key={turn}
              name={files.inputs.file}
              multiple
              accept={files.accept}
              aria-invalid={errors.files ? true : undefined}
              aria-describedby={`files-description${errors.files ? " files-error" : ""}`}
              onChange={({ currentTarget }) => currentTarget.setCustomValidity(unfit(currentTarget.files, files))}
            />
            <Button name="intent" value="attach" icon="upload">
              {labels["help-desk:reply.attach"]}
            </Button>
          </div>
        </Field>
      </div>
    </Stack>
  );
}

/** What the ticket becomes with a reply: what is usual for it now, until another choice is made. */
function After({ usual, options, placeholder }: { usual: string; options: Option[]; placeholder: string }) {
  const [chosen, setChosen] = useState<string>();
  return (
    <Select
      id="after"
      name="after"
      value={chosen ?? usual}
      onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      options={options}
      placeholder={placeholder}
    />
  );
}

/** Ctrl+Enter, on a Mac ⌘+Enter, presses the button that sends. */
function sendByKeys(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.querySelector<HTMLButtonElement>("button[value=REPLY]")?.click();
}

function unfit(chosen: FileList | null, { maxBytes, most, tooLarge, hint }: ReplyModel["files"]): string {
  const list = [...(chosen ?? [])];
  if (list.length > most) return hint;
  return list.some(({ size }) => size > maxBytes) ? tooLarge : "";
}
