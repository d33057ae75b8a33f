import type { FieldMetadata } from "@conform-to/react";
import { CurrentFile } from "~/ui/current-file";
import { Field, FileInput } from "~/ui/field";
import type { FormLabels } from "./form-labels";
import type { FormControl } from "./form-control";

/** A file or several: those there are, remembered in hidden inputs so that a failed save does not lose them, and a choice of others. */
export function FileField({
  control,
  meta,
  labels,
}: {
  control: FormControl;
  meta: FieldMetadata<unknown>;
  labels: FormLabels;
}) {
  const { label, hint, required, upload } = control;
  if (!upload) return null;
  const { now, inputs, accept, maxBytes, multiple, tooLarge } = upload;
  const described = [`${meta.id}-description`, meta.errors?.length && `${meta.id}-error`].filter(Boolean).join(" ");
  return (
    <Field id={meta.id} label={label} hint={hint} required={required} errors={meta.errors}>
      {now.map((file) => (
        <div key={file.id}>
          <input type="hidden" name={inputs.known} value={file.memory} />
          <CurrentFile
            label={file.label}
            href={file.href}
            preview={file.isImage}
            remove={
              required ? undefined : { name: inputs.remove, value: file.id, label: labels["resource:file_remove"] }
            }
          />
        </div>
      ))}
      <FileInput
        id={meta.id}
        key={now.map(({ id }) => id).join()}
        name={inputs.file}
        accept={accept}
        multiple={multiple}
        required={required && !now.length}
        aria-invalid={meta.errors?.length ? true : undefined}
        aria-describedby={described}
        onChange={({ currentTarget }) =>
          currentTarget.setCustomValidity(
            [...(currentTarget.files ?? [])].some(({ size }) => size > maxBytes) ? tooLarge : "",
          )
        }
      />
    </Field>
  );
}
