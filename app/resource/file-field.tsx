import type { FieldMetadata } from "@conform-to/react";
import { CurrentFile } from "~/ui/current-file";
import { Field, FileInput } from "~/ui/field";
import type { FormLabels } from "./conflict";
import type { FormControl } from "./form-model.server";

/** A file: the one there is, with its id in a hidden input so that a failed save does not lose it, and a choice of another. */
export function FileField({ control, meta, labels }: { control: FormControl; meta: FieldMetadata<unknown>; labels: FormLabels }) {
  const { label, hint, required, upload } = control;
  if (!upload) return null;
  const { now, inputs, accept, maxBytes, tooLarge } = upload;
  const described = [`${meta.id}-description`, meta.errors && `${meta.id}-error`].filter(Boolean).join(" ");
  return (
    <Field id={meta.id} label={label} hint={hint} required={required} errors={meta.errors}>
      {now && (
        <>
          <input type="hidden" name={meta.name} value={now.id} />
          <input type="hidden" name={inputs.label} value={now.label} />
          <input type="hidden" name={inputs.fresh} value={now.fresh ? "1" : ""} />
          <input type="hidden" name={inputs.image} value={now.isImage ? "1" : ""} />
          <CurrentFile label={now.label} href={now.href} preview={now.isImage} remove={required ? undefined : { name: inputs.remove, label: labels["resource:file_remove"] }} />
        </>
      )}
      <FileInput
        id={meta.id} key={now?.id} name={inputs.file} accept={accept} required={required && !now}
        aria-invalid={meta.errors ? true : undefined} aria-describedby={described}
        onChange={({ currentTarget }) => currentTarget.setCustomValidity((currentTarget.files?.[0]?.size ?? 0) > maxBytes ? tooLarge : "")}
      />
    </Field>
  );
}
