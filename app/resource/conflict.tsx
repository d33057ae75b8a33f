import { Notice } from "~/ui/notice";
import { DataTable } from "~/ui/data-table";
import type { formLabels } from "./form-labels";
import type { Conflict } from "./form-conflict.server";

export type FormLabels = Record<(typeof formLabels)[number], string>;

/** Someone else saved meanwhile: their values beside the ones in the form, which saves over them if sent again. */
export function ConflictNotice({ conflict, labels }: { conflict: Conflict; labels: FormLabels }) {
  return (
    <Notice tone="warn" title={labels["resource:conflict_title"]} alert>
      <p>{labels["resource:conflict_hint"]}</p>
      <DataTable
        caption={labels["resource:conflict_title"]}
        columns={[
          { key: "field", label: labels["resource:field"] },
          { key: "theirs", label: labels["resource:theirs"] },
          { key: "mine", label: labels["resource:mine"] },
        ]}
        rows={conflict.differences.map(({ label, theirs, mine }, index) => ({
          id: String(index),
          cells: [{ text: label }, { text: theirs }, { text: mine }],
        }))}
      />
    </Notice>
  );
}
