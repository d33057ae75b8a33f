import { RadioGroup } from "~/ui/choice-group";
import type { Option } from "~/ui/field";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";

/** What two people changed: by a field's or a row's name. */
export interface Choice {
  name: string;
  label: string;
  options: readonly Option[];
}

/** Someone else saved meanwhile: what both changed is to be chosen from, what only one of them did is in the form already. */
export function ConflictNotice({ title, hint, choices }: { title: string; hint: string; choices: readonly Choice[] }) {
  return (
    <Notice tone="warn" title={title} alert>
      <Stack gap="s">
        <p>{hint}</p>
        {choices.map(({ name, label, options }) => (
          <RadioGroup key={name} id={name} name={name} legend={label} options={options} required />
        ))}
      </Stack>
    </Notice>
  );
}
