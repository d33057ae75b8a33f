import { Card } from "~/ui/card";
import { DataTable } from "~/ui/data-table";
import { Empty } from "~/ui/empty";
import { Pagination } from "~/ui/pagination";
import { Timeline } from "~/ui/timeline";
import type { HistoryModel } from "./history.server";

/** Who changed what, the latest first. */
export function History({ model: { entries, pages, labels } }: { model: HistoryModel }) {
  if (!entries.length) return <Empty title={labels.none} icon="history" />;
  return (
    <Card>
      <Timeline
        entries={entries.map(({ id, author, time, action, changes }) => ({
          id,
          title: author,
          time,
          meta: action,
          body: changes.length > 0 && (
            <DataTable
              caption={`${action}, ${time.text}, #${id}`}
              columns={[
                { key: "field", label: labels.field },
                { key: "before", label: labels.before },
                { key: "after", label: labels.after },
              ]}
              rows={changes.map(({ label, before, after }, index) => ({
                id: String(index),
                cells: [{ text: label }, { text: before }, { text: after }],
              }))}
            />
          ),
        }))}
      />
      <Pagination label={labels.pages} summary={labels.summary} pages={pages} />
    </Card>
  );
}
