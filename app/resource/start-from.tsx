import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Field, type Option, Select, TextInput, WithButton } from "~/ui/field";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";

export interface StartModel {
  /** The record that the form was filled in from. */
  from: string;
  label: string;
  hint: string;
  submit: string;
  placeholder: string;
  options: Option[];
  /** There are more choices than shown. */
  search: { words: string; label: string; submit: string } | undefined;
  /** What the address has besides. */
  kept: [name: string, value: string][];
  error: string | undefined;
  notice: { title: string; lines: string[] } | undefined;
}

/** Fills a form in from another record: a form of its own that only asks for the page anew. */
export function StartFrom({ model }: { model: StartModel }) {
  const { from, label, hint, submit, placeholder, options, search, kept, error, notice } = model;
  return (
    <>
      <Card>
        <form method="get">
          {kept.map(([name, value], index) => (
            <input key={index} type="hidden" name={name} value={value} />
          ))}
          <Stack gap="s">
            {search && (
              <WithButton short>
                <TextInput type="search" name="find" defaultValue={search.words} aria-label={search.label} />
                <Button icon="search">{search.submit}</Button>
              </WithButton>
            )}
            <Field id="from" label={label} hint={hint} errors={error ? [error] : undefined}>
              <WithButton short>
                <Select
                  id="from"
                  name="from"
                  key={from}
                  defaultValue={from}
                  options={options}
                  placeholder={placeholder}
                  aria-describedby={error ? "from-description from-error" : "from-description"}
                  aria-invalid={error ? true : undefined}
                />
                <Button>{submit}</Button>
              </WithButton>
            </Field>
          </Stack>
        </form>
      </Card>
      {notice && (
        <Notice tone="info" title={notice.title}>
          {notice.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Notice>
      )}
    </>
  );
}
