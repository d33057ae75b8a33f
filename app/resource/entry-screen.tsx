import type { ComponentProps } from "react";
import { Stack } from "~/ui/layout";
import { Notice } from "~/ui/notice";
import { EntityForm } from "./form";

interface EntryScreenProps extends Pick<ComponentProps<typeof EntityForm>, "model" | "answer" | "along"> {
  title: string;
  hint: string;
}

/** The form of what is entered into a ledger, with what it does above it. */
export function EntryScreen({ title, hint, ...form }: EntryScreenProps) {
  return (
    <Stack>
      <Notice tone="info" title={title}>
        {hint}
      </Notice>
      <EntityForm {...form} />
    </Stack>
  );
}
