import { Field, FileInput } from "~/ui/field";

interface CsvFieldProps {
  label: string | undefined;
  hint?: string;
  errors?: readonly string[];
  required?: true;
}

/** The choice of a CSV file, as the field `file` of a form. */
export function CsvField({ label = "", hint, errors, required }: CsvFieldProps) {
  const notes = [hint && "file-description", errors && "file-error"].filter(Boolean).join(" ");
  return (
    <Field id="file" label={label} hint={hint} errors={errors} required={required}>
      <FileInput
        id="file"
        name="file"
        accept=".csv,.txt,.xlsx,text/csv"
        required={required}
        aria-invalid={errors ? true : undefined}
        aria-describedby={notes || undefined}
      />
    </Field>
  );
}
